import type { Datacloud, DatacloudReport } from '@usance/api/datacloud';

export type DatacloudState = Datacloud['state'];
/** What a provisioner tells of a data cloud. */
export type Outcome = DatacloudReport;
/** What can happen to a data cloud: that it is to be deleted is said by people. */
export type DatacloudEvent = Outcome | 'deletionBegun';

const moves: Readonly<Record<DatacloudState, Partial<Record<DatacloudEvent, DatacloudState>>>> = {
  CREATING: { provisioned: 'RUNNING', failed: 'FAILED' },
  RUNNING: { paused: 'PAUSED', deletionBegun: 'DELETING' },
  PAUSED: { resumed: 'RUNNING', deletionBegun: 'DELETING' },
  DELETING: { deleted: 'DELETED' },
  DELETED: {},
  FAILED: {},
};

/** The state after an event, or undefined where the event cannot happen. */
export function stateAfter(state: DatacloudState, event: DatacloudEvent): DatacloudState | undefined {
  return moves[state][event];
}

/** States whose name may be taken again; the database's index of living names says the same. */
export const endedStates: readonly DatacloudState[] = ['DELETED', 'FAILED'];
