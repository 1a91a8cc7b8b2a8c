import type { Work } from '#platform/context/context.ts';
import { auditOwnAct } from '#platform/http/calls/audit/audit-own-act.ts';
import type { LockedContract } from '../../../contract/contract/contract.queries.ts';
import { keepState } from '../../statement-record/keep-statement.ts';
import { listConfirmable } from '../../statement-record/statement.queries.ts';

/** Confirms the contract's unconfirmed and undisputed statements at the start of their due day; returns how many. */
export async function confirmDue(work: Pick<Work, 'tx' | 'now'>, contract: LockedContract): Promise<number> {
  const statements = await listConfirmable(work.tx, contract.id, work.now);
  for (const statement of statements)
    await keepState(work, statement, { confirm_state: 'confirmed', confirmed_at: work.now });
  // One audit row for all: each row would show the changes of the whole transaction.
  const all = statements.map(({ id }) => id);
  const [of] = all;
  if (of !== undefined) await auditOwnAct(work, { act: 'statement.confirm-due', contractId: contract.id, of, all });
  return all.length;
}
