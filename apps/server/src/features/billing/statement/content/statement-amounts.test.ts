import { compare, formatDecimal, fromUnits, parseDecimal, subtract, sum } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { productAmounts, statementAmounts } from './statement-amounts.ts';

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

  it('add up to the total at the 2 shown places, lines and products alike', () => {
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

  it('keep each line and product within a cent or two of the exact value', () => {
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
