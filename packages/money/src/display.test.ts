import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimal, fromUnits, InvalidDecimal, parseDecimal } from './decimal.ts';
import { formatMoney, formatQuantity, formatRate, formatReduction, formatTenths } from './display.ts';

describe('formatMoney', () => {
  it.each([
    ['1234.5', 'USD', undefined, '$1,234.50'],
    ['-1234.5', 'USD', undefined, '-$1,234.50'],
    ['1234.5', 'CNY', undefined, '￥1,234.50'],
    ['1234.5', 'EUR', undefined, '€1,234.50'],
    ['1234.5', 'JPY', 0, '¥1,235'],
    ['0', 'USD', undefined, '$0.00'],
    ['-0.004', 'USD', undefined, '$0.00'],
    ['-0.005', 'USD', undefined, '-$0.01'],
    ['999.995', 'USD', undefined, '$1,000.00'],
    ['0.00000125', 'USD', 8, '$0.00000125'],
    ['1234567.1', 'USD', 8, '$1,234,567.10000000'],
    ['123456789012345678901234567890.12', 'CNY', 2, '￥123,456,789,012,345,678,901,234,567,890.12'],
  ] as const)('shows %s %s at %s places as %s', (amount, currency, places, shown) => {
    expect(formatMoney(amount, currency, places)).toBe(shown);
    expect(formatMoney(parseDecimal(amount), currency, places)).toBe(shown);
  });

  it('refuses a text that is not a plain decimal', () => {
    expect(() => formatMoney('1,234.50', 'USD')).toThrow(InvalidDecimal);
  });

  it('keeps the value: without symbol and commas it parses as the same amount', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 30n), 10n ** 30n), (units) => {
        const amount = fromUnits(units, 8);
        expect(formatMoney(amount, 'USD', 8).replaceAll(/[$,]/g, '')).toBe(formatDecimal(amount));
      }),
    );
  });
});

describe('formatQuantity', () => {
  it.each([
    ['1234.5000', '1,234.5'],
    ['1000', '1,000'],
    ['100.00', '100'],
    ['0.000', '0'],
    ['0.000000000001', '0.000000000001'],
    ['-1234567.8900', '-1,234,567.89'],
    ['-100', '-100'],
    ['100000', '100,000'],
  ])('shows %s as %s', (text, shown) => {
    expect(formatQuantity(text)).toBe(shown);
  });
});

describe('formatRate', () => {
  it.each([
    ['0.85', '85%'],
    ['0.8525', '85.25%'],
    ['0.850', '85%'],
    ['0.001', '0.1%'],
    ['0', '0%'],
    ['1', '-'],
    ['1.000', '-'],
    ['85', '85%'],
    ['85.50', '85.5%'],
    ['100', '100%'],
    ['1.01', '1.01%'],
  ])('shows a discount of %s as %s', (discount, shown) => {
    expect(formatRate(discount)).toBe(shown);
  });
});

describe('formatReduction', () => {
  it.each([
    ['0.92', '-8%'],
    ['0.8525', '-14.75%'],
    ['0', '-100%'],
    ['85.50', '-14.5%'],
    ['100', '+0%'],
    ['1.000', undefined],
  ])('shows a price multiplier of %s as the reduction %s', (discount, shown) => {
    expect(formatReduction(discount)).toBe(shown);
  });
});

it('shows the share to pay in tenths, and nothing above the full price', () => {
  expect(['0.92', '0.9', '0.05', '1.2'].map(formatTenths)).toEqual(['9.2', '9', '0.5', undefined]);
});
