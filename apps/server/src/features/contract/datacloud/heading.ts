import type { DatacloudState } from './datacloud-state.ts';
import type { OrderKind } from './provisioner.ts';

const ends: Readonly<Record<OrderKind, DatacloudState>> = {
  create: 'RUNNING',
  pause: 'PAUSED',
  resume: 'RUNNING',
  delete: 'DELETED',
};

/** The state that a data cloud is on its way to by the last order that is under way, or is in where there is none. */
export function headingFor(state: DatacloudState, last: OrderKind | undefined): DatacloudState {
  return last === undefined ? state : ends[last];
}
