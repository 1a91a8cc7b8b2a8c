import type { Work } from '../../../../platform/context/context.ts';
import { auditOwnAct } from '../../../../platform/http/calls/audit-own-act.ts';
import type { LockedContract } from '../../../party/contract/contract.queries.ts';
import { keepState } from '../../statement-record/keep-statement.ts';
import { listConfirmable } from '../../statement-record/statement.queries.ts';

/**
 * The contract's statements that nobody has confirmed or disputed by the start of their due day confirm themselves; answers
 * how many.
 */
export async function confirmDue(work: Pick<Work, 'tx' | 'now'>, contract: LockedContract): Promise<number> {
  const statements = await listConfirmable(work.tx, contract.id, work.now);
  for (const statement of statements) await keepState(work, statement, { confirm_state: 'confirmed' });
  // Those of one contract confirm themselves at once: they are one act, found by the first.
  const [first] = statements;
  if (first) await auditOwnAct(work, { act: 'statement.confirm-due', contractId: contract.id, of: first.id });
  return statements.length;
}
