import type { Currency } from './currency.ts';
import { add, compare, type Decimal, parseDecimal, subtract } from './decimal.ts';

/** An exact amount in one currency. Nothing converts: two currencies meet only in an error. */
export type Money<C extends Currency> = { readonly currency: C; readonly amount: Decimal };

/** Two currencies met where one was promised: a fault of the program, never of its user. */
export class CurrencyMismatch extends Error {
  constructor(left: Currency, right: Currency) {
    super(`${left} and ${right} do not mix`);
    this.name = 'CurrencyMismatch';
  }
}

/** money('12.30', 'USD'); a text is read strictly and throws InvalidDecimal. */
export function money<C extends Currency>(amount: string | Decimal, currency: C): Money<C> {
  return { currency, amount: typeof amount === 'string' ? parseDecimal(amount) : amount };
}

// NoInfer in the second place: without it the compiler would widen C to "either currency" and let them mix.

/** Exact. Throws CurrencyMismatch where the types could not tell. */
export function plus<C extends Currency>(left: Money<C>, right: Money<NoInfer<C>>): Money<C> {
  assertSameCurrency(left, right);
  return money(add(left.amount, right.amount), left.currency);
}

/** Exact. Throws CurrencyMismatch where the types could not tell. */
export function minus<C extends Currency>(left: Money<C>, right: Money<NoInfer<C>>): Money<C> {
  assertSameCurrency(left, right);
  return money(subtract(left.amount, right.amount), left.currency);
}

/** Orders by value. Throws CurrencyMismatch where the types could not tell. */
export function compareMoney<C extends Currency>(left: Money<C>, right: Money<NoInfer<C>>): -1 | 0 | 1 {
  assertSameCurrency(left, right);
  return compare(left.amount, right.amount);
}

function assertSameCurrency(left: Money<Currency>, right: Money<Currency>): void {
  if (left.currency !== right.currency) throw new CurrencyMismatch(left.currency, right.currency);
}
