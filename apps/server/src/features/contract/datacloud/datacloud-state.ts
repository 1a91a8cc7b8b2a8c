import type { Datacloud, DatacloudReport } from '@usance/api/contract/datacloud';

export type DatacloudState = Datacloud['state'];
/** The reports of a provisioner on a data cloud. */
export type Outcome = DatacloudReport;
/** All events of a data cloud; a person begins its deletion. */
export type DatacloudEvent = Outcome | 'deletionBegun';

const moves: Readonly<Record<DatacloudState, Partial<Record<DatacloudEvent, DatacloudState>>>> = {
  CREATING: { provisioned: 'RUNNING', failed: 'FAILED' },
  RUNNING: { paused: 'PAUSED', deletionBegun: 'DELETING' },
  PAUSED: { resumed: 'RUNNING', deletionBegun: 'DELETING' },
  DELETING: { deleted: 'DELETED' },
  DELETED: {},
  FAILED: {},
};

/** Returns the state after an event; undefined if the event is impossible. */
export function stateAfter(state: DatacloudState, event: DatacloudEvent): DatacloudState | undefined {
  return moves[state][event];
}

/** The states that free the name. The database's unique index uses the same list. */
export const endedStates: readonly DatacloudState[] = ['DELETED', 'FAILED'];
