import type { CallReply, ParsedBody } from '@usance/api/call';
import type { calculateStatement as call } from '@usance/api/statement';
import { formatMoney } from '@usance/money/display';
import type { Deps } from '../../../../platform/context.ts';
import { getContract } from '../../../party/contract/contract.queries.ts';
import { lineOf } from '../record/statement.ts';
import { assertUnsigned, draftStatement } from './draft-statement.ts';
import type { MonthLines } from './month-lines.ts';

/** What a month would come to if it were signed now, the running month too. Stores no statement. */
export async function calculateStatement(
  deps: Deps,
  input: ParsedBody<typeof call>,
  now: Date,
  linesOf: MonthLines,
): Promise<CallReply<typeof call>> {
  const contract = await getContract(deps.db, input.contractId);
  const month = await assertUnsigned(deps.db, contract, input.month, now);
  const draft = await draftStatement(deps.db, contract, await linesOf(deps, contract, month));
  return {
    contractId: contract.id,
    month,
    amount: draft.amount,
    amountFormatted: formatMoney(draft.amount, contract.currency),
    payableAmount: draft.payable,
    lines: draft.lines.map((line) => lineOf(line, contract.currency)),
  };
}
