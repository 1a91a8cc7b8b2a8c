import { describe, expect, expectTypeOf, it } from 'vitest';
import { type Currency, currencies, minorPlaces, symbols } from './currency.ts';
import { formatDecimal, InvalidDecimal, parseDecimal } from './decimal.ts';
import { CurrencyMismatch, compareMoney, type Money, minus, money, plus } from './money.ts';

describe('money', () => {
  it('adds, subtracts and orders exactly within a currency', () => {
    const price = money('12.30', 'USD');
    const fee = money('0.005', 'USD');
    expect(formatDecimal(plus(price, fee).amount)).toBe('12.305');
    expect(formatDecimal(minus(fee, price).amount)).toBe('-12.295');
    expect(compareMoney(price, fee)).toBe(1);
    expect(compareMoney(price, money(parseDecimal('12.3'), 'USD'))).toBe(0);
  });

  it('keeps its currency in its type', () => {
    expectTypeOf(plus(money('1', 'CNY'), money('2', 'CNY'))).toEqualTypeOf<Money<'CNY'>>();
    expect(plus(money('1', 'CNY'), money('2', 'CNY')).currency).toBe('CNY');
  });

  it('refuses dollars and yuan together, in the compiler and when running', () => {
    // @ts-expect-error The promise under test: the types refuse this addition, or else this line fails the type check.
    expect(() => plus(money('1', 'USD'), money('1', 'CNY'))).toThrow(CurrencyMismatch);
  });

  it('refuses two currencies when running where a row hid them from the compiler', () => {
    const stored: Record<'dollars' | 'yuan', Money<Currency>> = { dollars: money('1', 'USD'), yuan: money('1', 'CNY') };
    for (const mix of [plus, minus, compareMoney]) {
      expect(() => mix<Currency>(stored.dollars, stored.yuan)).toThrow(CurrencyMismatch);
    }
  });

  it('refuses a text that is no plain decimal', () => {
    expect(() => money('1e3', 'USD')).toThrow(InvalidDecimal);
  });

  it('has a symbol and minor places for every currency of a contract', () => {
    expect(currencies.map((currency) => [currency, symbols[currency], minorPlaces[currency]])).toEqual([
      ['USD', '$', 2],
      ['CNY', '￥', 2],
    ]);
  });
});
