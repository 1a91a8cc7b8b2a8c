import type { Contract } from '@usance/api/contract';
import type { ContractLifecycle } from '@usance/api/contract-lifecycle';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';

type State = Contract['state'];
export type LifecycleRow = Selectable<Database['contract_lifecycle']>;

/** Where direct sales take a contract, step by step; a contract that is made in the console begins active. */
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

/** Whether a contract may go from one state to another. */
export function leadsTo(from: State, to: State): boolean {
  return next[from].includes(to);
}

/** States in which a contract has come to its end: usage from then on is refused. */
export const endsContract = (state: State): boolean => state === 'End' || state === 'Renewed' || state === 'Invalid';

/** The wire form. */
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
