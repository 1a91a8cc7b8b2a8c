import { decimalOf, formatDecimal, isNegative, isZero, least, subtract, sum, zero } from '@usance/money/decimal';
import { type ChargedHour, payHours, roundToCents, type VoucherPortion } from './pay-hours.ts';
import type { Payment } from './settle.ts';

/** The amount of a statement, and the means to pay it. */
interface Asked {
  /** Rounded to 2 places; below 0 if corrections outweigh usage. */
  readonly amount: string;
  /** The exact amount of each hour once, earliest first; late usage in the hour of its use. */
  readonly hours: readonly ChargedHour[];
  /** In the order in which they pay. */
  readonly vouchers: readonly VoucherPortion[];
  readonly credit: string;
}

export interface SettlementPlan {
  /** Vouchers first, then credit, which does not expire; without those that pay nothing. */
  readonly payments: readonly Payment[];
  readonly voucherDeducted: string;
  readonly creditApplied: string;
  /** The amount for cash to pay, at least 0. A negative amount becomes credit for later months. */
  readonly payable: string;
}

/** Plans the payment of a statement at signing: vouchers, each for its own hours, then credit. Cash pays later. */
export function planSettlement({ amount, hours, vouchers, credit }: Asked): SettlementPlan {
  const asked = isNegative(amount) ? zero : decimalOf(amount);
  const byVoucher = payHours({ hours: roundToCents(hours), vouchers, asked });
  const voucherDeducted = sum([...byVoucher.values()]);
  const afterVouchers = subtract(asked, voucherDeducted);
  const creditApplied = least(credit, afterVouchers);
  return {
    payments: [
      ...[...byVoucher].map(([id, paid]) => ({ kind: 'voucher', id, amount: formatDecimal(paid, 8) }) as const),
      ...(isZero(creditApplied) ? [] : [{ kind: 'credit', amount: formatDecimal(creditApplied, 8) } as const]),
    ],
    voucherDeducted: formatDecimal(voucherDeducted, 8),
    creditApplied: formatDecimal(creditApplied, 8),
    payable: formatDecimal(subtract(afterVouchers, creditApplied), 8),
  };
}
