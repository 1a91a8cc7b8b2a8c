import type { SettledPart } from '@usance/api/billing/statement-proof';
import { add, compare, type Exact, formatDecimal, isNegative, isZero } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import { collectableOf } from '../../settlement/collectable.ts';
import type { StoredStatement } from './stored-statement.ts';

type Part = { readonly by: SettledPart['by']; readonly amount: Exact; readonly agrees: boolean };

/** Returns the parts of a statement's amount, each compared with the payments or the ledger. */
export function settledParts({ statement, paid, isShareRight }: StoredStatement): SettledPart[] {
  const isSame = (told: string, found: string) => compare(told, found) === 0;
  const collectable = collectableOf(statement);
  const parts: Part[] = [
    { by: 'marketplace', amount: statement.marketplace_metered, agrees: isShareRight },
    { by: 'voucher', amount: paid.voucher, agrees: isSame(paid.voucher_deducted, paid.voucher) },
    {
      by: 'credit',
      amount: add(paid.credit_at_signing, paid.credit_later),
      agrees: isSame(paid.credit_applied, paid.credit_at_signing) && isSame(paid.credit_deducted, paid.credit_later),
    },
    { by: 'cash', amount: paid.cash, agrees: isSame(paid.cash_deducted, paid.cash) },
    { by: 'undeducted', amount: paid.receivable, agrees: isSame(paid.undeducted, paid.receivable) },
    { by: 'left', amount: isNegative(collectable) ? collectable : '0', agrees: true },
  ];
  return parts
    .filter(({ by, amount, agrees }) => !agrees || !isZero(amount) || (by !== 'marketplace' && by !== 'left'))
    .map(({ by, amount, agrees }) => ({
      by,
      ...withFormatted({ amount: formatDecimal(amount, 8) }, statement.currency),
      agrees,
    }));
}
