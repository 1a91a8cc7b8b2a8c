import { add, compare, formatDecimal, fromUnits, parseDecimal, subtract, sum } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creditLeft, productAmounts, settle, statementAmounts } from './statement-amounts.ts';

const exact = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map((units) => formatDecimal(fromUnits(units, 12)));
const lines = fc.array(fc.record({ product: fc.constantFrom('Compute', 'Storage', 'Network'), amount: exact }), {
  maxLength: 40,
});
const total = (amounts: readonly string[]) => formatDecimal(sum(amounts.map((amount) => parseDecimal(amount))), 8);

describe('the amounts of a statement', () => {
  it('are the exact sum, rounded once, half up', () => {
    fc.assert(
      fc.property(lines, (given) => {
        const { amount, exactAmount } = statementAmounts(given);
        const sumOfAll = sum(given.map((line) => parseDecimal(line.amount)));
        expect(compare(parseDecimal(exactAmount), sumOfAll)).toBe(0);
        expect(amount).toBe(formatDecimal(roundHalfUp(sumOfAll, 2), 8));
      }),
    );
  });

  it('add up to the total as they are shown, lines and products alike, at 2 places', () => {
    fc.assert(
      fc.property(lines, (given) => {
        const { amount, lines: shown } = statementAmounts(given);
        expect(total(shown.map((line) => line.shownAmount))).toBe(amount);
        expect(shown.every((line) => line.shownAmount.endsWith('000000'))).toBe(true);
        const products = productAmounts(shown.map(({ product, shownAmount }) => ({ product, amount: shownAmount })));
        expect(total(products.map((product) => product.amount))).toBe(amount);
      }),
    );
  });

  it('keep each line and each product within a cent or two of what they are exactly', () => {
    fc.assert(
      fc.property(lines, (given) => {
        for (const line of statementAmounts(given).lines) {
          const gap = subtract(parseDecimal(line.shownAmount), parseDecimal(line.amount));
          expect(gap.units < 0n ? -gap.units : gap.units).toBeLessThan(fromUnits(10n ** 10n, gap.scale).units);
        }
      }),
    );
  });

  it.each([
    { amounts: [], amount: '0.00000000', shown: [] },
    { amounts: ['0.005'], amount: '0.01000000', shown: ['0.01000000'] },
    { amounts: ['-0.005'], amount: '-0.01000000', shown: ['-0.01000000'] },
    { amounts: ['0.004', '0.004', '0.004'], amount: '0.01000000', shown: ['0.01000000', '0.00000000', '0.00000000'] },
    { amounts: ['0.333', '0.333', '0.334'], amount: '1.00000000', shown: ['0.33000000', '0.33000000', '0.34000000'] },
    { amounts: ['10', '-10'], amount: '0.00000000', shown: ['10.00000000', '-10.00000000'] },
  ])('$amounts show as $shown', ({ amounts, amount, shown }) => {
    const result = statementAmounts(amounts.map((each) => ({ product: 'Compute', amount: each })));
    expect(result.amount).toBe(amount);
    expect(result.lines.map((line) => line.shownAmount)).toEqual(shown);
  });
});

describe('settling a statement', () => {
  it.each([
    { amount: '100', vouchers: '30', credit: '20', expected: ['30', '20', '50'] },
    { amount: '100', vouchers: '100', credit: '20', expected: ['100', '0', '0'] },
    { amount: '100', vouchers: '90', credit: '20', expected: ['90', '10', '0'] },
    { amount: '0', vouchers: '5', credit: '5', expected: ['0', '0', '0'] },
    { amount: '-7.50', vouchers: '5', credit: '5', expected: ['0', '0', '0'] },
  ])('of $amount with vouchers of $vouchers and credit of $credit', ({ expected, ...given }) => {
    const { voucherDeducted, creditApplied, payable } = settle(given);
    const places = (amount: string) => formatDecimal(parseDecimal(amount), 8);
    expect([voucherDeducted, creditApplied, payable]).toEqual(expected.map(places));
  });

  it('never loses a negative total: what was credited is what was used and what is left', () => {
    const amount = fc.bigInt({ min: -100_000n, max: 100_000n }).map((units) => formatDecimal(fromUnits(units, 2)));
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 24 }), (months) => {
        const signed: { amount: string; credit_applied: string; payable: string }[] = [];
        for (const month of months) {
          const credit = formatDecimal(creditLeft(signed));
          const { creditApplied, payable } = settle({ amount: month, vouchers: '0', credit });
          expect(payable.startsWith('-')).toBe(false);
          signed.push({ amount: month, credit_applied: creditApplied, payable });
        }
        const left = creditLeft(signed);
        expect(left.units >= 0n).toBe(true);
        const paid = sum(signed.map((statement) => parseDecimal(statement.payable)));
        const used = sum(months.map((month) => parseDecimal(month)));
        expect(compare(paid, add(used, left))).toBe(0);
      }),
    );
  });
});
