import type { Datacloud, ListedDatacloud } from '@usance/api/contract/datacloud';
import * as m from '../../i18n/messages.gen.ts';
import type { Status, Tone } from '../../ui/cell/status-tag.tsx';

export const datacloudStateWord: Readonly<Record<Datacloud['state'], () => string>> = {
  CREATING: m.datacloud_state_creating,
  RUNNING: m.datacloud_state_running,
  PAUSED: m.datacloud_state_paused,
  DELETING: m.datacloud_state_deleting,
  DELETED: m.datacloud_state_deleted,
  FAILED: m.datacloud_state_failed,
};

const toneOf: Readonly<Record<Datacloud['state'], Tone>> = {
  CREATING: 'info',
  RUNNING: 'good',
  PAUSED: 'warn',
  DELETING: 'info',
  DELETED: 'quiet',
  FAILED: 'bad',
};

/** The state of a data cloud; one that a budget keeps paused says so. */
export function datacloudStatus({ state, stopped }: Pick<ListedDatacloud, 'state' | 'stopped'>): Status {
  const word = state === 'PAUSED' && stopped ? m.datacloud_stopped() : datacloudStateWord[state]();
  return { tone: toneOf[state], word };
}
