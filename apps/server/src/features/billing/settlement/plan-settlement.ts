import { decimalOf, formatDecimal, isNegative, isZero, least, subtract, sum, zero } from '@usance/money/decimal';
import { type ChargedHour, inCents, payHours, type VoucherPortion } from './pay-hours.ts';
import type { Payment } from './settle.ts';

/** What a statement asks, and what there is to pay it. */
interface Asked {
  /** At the coin's 2 places; below 0 where corrections outweigh usage. */
  readonly amount: string;
  /** What its hours come to exactly, each once, the earliest first; late usage by the hour in which it was used. */
  readonly hours: readonly ChargedHour[];
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

/** Who pays how much of a statement when it is signed: vouchers, each for its own hours, then credit; cash later. */
export function planSettlement({ amount, hours, vouchers, credit }: Asked): SettlementPlan {
  const asked = isNegative(amount) ? zero : decimalOf(amount);
  const byVoucher = payHours({ hours: inCents(hours), vouchers, asked });
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
