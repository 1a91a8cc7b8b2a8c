import { roundToTotal } from '@usance/money/allocate';
import {
  add,
  compare,
  type Decimal,
  decimalOf,
  formatDecimal,
  isNegative,
  isZero,
  least,
  subtract,
  sum,
  zero,
} from '@usance/money/decimal';
import type { Instant } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import type { Payment } from './settle.ts';

/** What a voucher can pay: up to its balance, of the usage hours in its window. */
export interface VoucherPortion {
  readonly id: string;
  readonly balance: string;
  readonly window: Range;
}

/** What a statement asks, and what there is to pay it. */
interface Asked {
  /** At the coin's 2 places; below 0 where corrections outweigh usage. */
  readonly amount: string;
  /** What its hours come to exactly, for each window between the vouchers' cuts, in order: one more than there are cuts. */
  readonly parts: readonly string[];
  /** In the order in which they pay. */
  readonly vouchers: readonly VoucherPortion[];
  readonly credit: string;
}

export interface SettlementPlan {
  /** Vouchers and then credit, which does not expire; those that pay nothing are left out. */
  readonly payments: readonly Payment[];
  readonly voucherDeducted: string;
  readonly creditApplied: string;
  /** What cash is to pay: never below 0. A negative amount stays behind as credit for later months. */
  readonly payable: string;
}

/** The instants at which a month has to be cut, so that each voucher covers whole parts of it. */
export function cutsOf(vouchers: readonly VoucherPortion[]): Instant[] {
  return [...new Set(vouchers.flatMap(({ window }) => [window.start, window.end]))].sort((a, b) => a - b);
}

/** Who pays how much of a statement when it is signed: vouchers, each for its own hours, then credit; cash later. */
export function planSettlement({ amount, parts, vouchers, credit }: Asked): SettlementPlan {
  const asked = isNegative(amount) ? zero : decimalOf(amount);
  const byVoucher = payByVoucher(asked, roundToTotal(parts.map(decimalOf), decimalOf(amount), 2), vouchers);
  const voucherDeducted = sum(byVoucher.map((payment) => payment.amount));
  const afterVouchers = subtract(asked, voucherDeducted);
  const creditApplied = least(credit, afterVouchers);
  return {
    payments: [
      ...byVoucher,
      ...(isZero(creditApplied) ? [] : [{ kind: 'credit', amount: formatDecimal(creditApplied, 8) } as const]),
    ],
    voucherDeducted: formatDecimal(voucherDeducted, 8),
    creditApplied: formatDecimal(creditApplied, 8),
    payable: formatDecimal(subtract(afterVouchers, creditApplied), 8),
  };
}

/** Each pays the earliest of its hours first, so that a later one finds its own; all together no more than is asked. */
function payByVoucher(asked: Decimal, parts: readonly Decimal[], vouchers: readonly VoucherPortion[]): Payment[] {
  const cuts = cutsOf(vouchers);
  if (parts.length !== cuts.length + 1) throw new RangeError('A month is cut where its vouchers begin and end');
  const open = [...parts];
  let left = asked;
  return vouchers.flatMap(({ id, balance, window }): Payment[] => {
    let paid: Decimal = zero;
    for (const [index, part] of open.entries()) {
      if (isZero(left) || compare(paid, balance) === 0) break;
      if (isZero(part) || isNegative(part) || !covers(window, cuts[index - 1], cuts[index])) continue;
      const taken = least(least(subtract(balance, paid), part), left);
      open[index] = subtract(part, taken);
      left = subtract(left, taken);
      paid = add(paid, taken);
    }
    return isZero(paid) ? [] : [{ kind: 'voucher', id, amount: formatDecimal(paid, 8) }];
  });
}

function covers({ start, end }: Range, from: Instant | undefined, until: Instant | undefined): boolean {
  return from !== undefined && until !== undefined && start <= from && until <= end;
}
