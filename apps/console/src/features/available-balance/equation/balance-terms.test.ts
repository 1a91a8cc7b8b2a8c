import type { AvailableBalance } from '@usance/api/billing/available-balance';
import { formatDecimal, negate, subtract, sum } from '@usance/money/decimal';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { barOfBalance } from './balance-bar.ts';
import { balanceTerms } from './balance-terms.ts';

const amount = fc
  .bigInt({ min: 0n, max: 10n ** 20n })
  .map((units) => `${units / 10n ** 8n}.${String(units % 10n ** 8n).padStart(8, '0')}`);
const signed = fc.oneof(
  amount,
  amount.map((text) => formatDecimal(negate(text), 8)),
);
const details = fc.record({
  bankBalance: amount,
  voucher: amount,
  frozen: amount,
  unbilled: signed,
  carriedCredit: fc.oneof(fc.constant('0.00000000'), amount),
  undeductedDue: amount,
  undeductedOverDue: amount,
});
type Details = AvailableBalance['details'];

it('the terms come to the available balance, to the last place', () => {
  fc.assert(
    fc.property(details, (drawn) => {
      const terms = balanceTerms({ details: drawn as unknown as Details });
      const [has, owes] = [false, true].map((isOwed) =>
        sum(terms.filter((term) => term.isOwed === isOwed).map((term) => term.amount)),
      );
      const { bankBalance, voucher, frozen, unbilled, undeductedDue, undeductedOverDue } = drawn;
      const available = subtract(
        sum([bankBalance, voucher]),
        sum([frozen, unbilled, undeductedDue, undeductedOverDue]),
      );
      expect(formatDecimal(subtract(has ?? '0', owes ?? '0'), 8)).toBe(formatDecimal(available, 8));
    }),
  );
});

it('the parts of the bar fill it', () => {
  fc.assert(
    fc.property(details, (drawn) => {
      const { parts, covered } = barOfBalance({ details: drawn as unknown as Details });
      const length = parts.reduce((all, part) => all + part.share, 0);
      if (parts.length > 0) expect(length).toBeCloseTo(1, 6);
      expect(covered).toBeLessThanOrEqual(1);
    }),
  );
});

it('credit is a term of its own, and the usage then the whole', () => {
  const terms = balanceTerms({
    details: {
      bankBalance: '100',
      voucher: '0',
      frozen: '0',
      unbilled: '-5.00000000',
      carriedCredit: '12.50000000',
      undeductedDue: '0',
      undeductedOverDue: '0',
    } as Details,
  });
  expect(terms.map(({ label, amount: shown }) => [label, shown])).toContainEqual(['Unbilled usage', '7.50000000']);
  expect(terms.map(({ source }) => source)).toContain('credit');
});

it('a bar of more than there is ends covered early, and shows nothing available', () => {
  const { parts, covered } = barOfBalance({
    details: {
      bankBalance: '30',
      voucher: '0',
      frozen: '0',
      unbilled: '10',
      carriedCredit: '0',
      undeductedDue: '0',
      undeductedOverDue: '30',
    } as Details,
  });
  expect(parts).toEqual([
    { source: 'unbilled', share: 0.25 },
    { source: 'overdue', share: 0.75 },
  ]);
  expect(covered).toBe(0.75);
});
