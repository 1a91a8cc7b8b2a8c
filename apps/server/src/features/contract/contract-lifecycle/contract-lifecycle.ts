import type { Contract } from '@usance/api/contract/contract';
import type { ContractLifecycle } from '@usance/api/contract/contract-lifecycle';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';

type State = Contract['state'];
export type LifecycleRow = Selectable<Database['contract_lifecycle']>;

/** The possible steps. Direct sales take them one by one; a contract made in the console begins active. */
const next: Readonly<Record<State, readonly State[]>> = {
  Draft: ['LegalAudit', 'Dropped', 'Invalid'],
  LegalAudit: ['Approved', 'Dropped', 'Invalid'],
  Approved: ['Signing', 'Dropped', 'Invalid'],
  Signing: ['Active', 'Dropped', 'Invalid'],
  Active: ['End', 'Renewed', 'Invalid'],
  End: [],
  Renewed: [],
  Dropped: [],
  Invalid: [],
};

/** True if a contract may change from one state to the other. */
export function leadsTo(from: State, to: State): boolean {
  return next[from].includes(to);
}

/** True for the states that end a contract; usage from then on is refused. */
export const endsContract = (state: State): boolean => state === 'End' || state === 'Renewed' || state === 'Invalid';

/** The wire form of a step. */
export function lifecycleOf(row: LifecycleRow): ContractLifecycle {
  return {
    id: row.id,
    contractId: row.contract_id,
    fromState: row.from_state,
    state: row.state,
    reason: row.reason,
    ...(row.successor_id === null ? {} : { successorId: row.successor_id }),
    effectiveAt: row.effective_at.toISOString(),
    progress: row.progress,
    ...(row.refusal === null ? {} : { refusal: row.refusal }),
    gmtCreated: row.created_at.toISOString(),
  };
}
