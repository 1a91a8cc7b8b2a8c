import type { DatacloudState } from './datacloud-state.ts';
import type { OrderKind } from './provisioner.ts';

const ends: Readonly<Record<OrderKind, DatacloudState>> = {
  create: 'RUNNING',
  pause: 'PAUSED',
  resume: 'RUNNING',
  delete: 'DELETED',
};

/** Returns the state that the last open order leads to, or the current state without one. */
export function headingFor(state: DatacloudState, last: OrderKind | undefined): DatacloudState {
  return last === undefined ? state : ends[last];
}
