import type { CallReply } from '@usance/api/call';
import type { statements } from '@usance/api/statement';
import { withFormatted } from '@usance/money/display';
import type { Deps } from '../../../../platform/context/context.ts';
import { startingOver } from '../../../../platform/start-over.ts';
import type { ContractRow } from '../../../party/contract/contract.ts';
import { lineOf } from '../record/statement.ts';
import { draftStatement } from './draft-statement.ts';
import { rateMonth } from './rated-month.ts';
import { unsignedMonth } from './signable-month.ts';

/** What a month would come to if it were signed now, the running month too. Stores no statement. */
export async function calculateStatement(
  deps: Deps,
  contract: ContractRow,
  input: { month: string; now: Date },
): Promise<CallReply<typeof statements.calculate>> {
  const { id, currency } = contract;
  const { month, lines } = await startingOver(async (attempt) => {
    const unsigned = await unsignedMonth(deps.db, contract, input.month, input.now);
    return { month: unsigned, ...(await rateMonth(deps, contract, unsigned, attempt)) };
  });
  const draft = await draftStatement(deps.db, id, lines);
  return {
    contractId: id,
    month,
    ...withFormatted({ amount: draft.amount }, currency),
    payableAmount: draft.payable,
    lines: draft.lines.map((line) => lineOf(line, currency)),
  };
}
