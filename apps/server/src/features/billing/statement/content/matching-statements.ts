import type { statements } from '@usance/api/billing/statement';
import type { ParsedQuery } from '@usance/api/call';
import type { ContractReading } from '../../../contract/contract/contract-reading.ts';

type Filter = Omit<ParsedQuery<typeof statements.download>, 'statementIDs'>;

/** Selects the contract's statements in the given states whose cycle begins in [start, end). */
export function matchingStatements(
  { db, contract }: ContractReading,
  { start, end, confirmState, deductState }: Filter,
) {
  let found = db.selectFrom('statement').where('contract_id', '=', contract.id);
  if (start !== undefined) found = found.where('start_at', '>=', new Date(start));
  if (end !== undefined) found = found.where('start_at', '<', new Date(end));
  if (confirmState) found = found.where('confirm_state', '=', confirmState);
  if (deductState) found = found.where('deduct_state', '=', deductState);
  return found;
}
