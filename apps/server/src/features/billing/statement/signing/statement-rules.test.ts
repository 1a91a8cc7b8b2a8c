import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MonthLine } from '../../purchase/month-lines.ts';
import { type ConfirmState, changeBetween, isOverdue } from '../../statement-record/statement-state.ts';
import { boundBroken, mostLines } from './safety-bounds.ts';
import { statementDigest } from './statement-digest.ts';

const states: readonly ConfirmState[] = ['unconfirmed', 'confirmed', 'manualProcessing'];

describe('the confirmation of a statement', () => {
  it('never returns to unconfirmed, and never keeps its state', () => {
    for (const from of states) {
      expect(changeBetween(from, 'unconfirmed')).toBeUndefined();
      expect(changeBetween(from, from)).toBeUndefined();
    }
  });

  it.each([
    ['unconfirmed', 'confirmed', 'confirm'],
    ['unconfirmed', 'manualProcessing', 'dispute'],
    ['confirmed', 'manualProcessing', 'dispute'],
    ['manualProcessing', 'confirmed', 'endDispute'],
  ] as const)('%s to %s is: %s', (from, to, change) => {
    expect(changeBetween(from, to)).toBe(change);
  });
});

describe('a statement is overdue', () => {
  const overdue_from = new Date('2026-10-08T00:00:00Z');
  it.each([
    { confirm: 'confirmed', deduct: 'undeducted', at: '2026-10-07T23:59:59.999Z', late: false },
    { confirm: 'confirmed', deduct: 'partiallyDeducted', at: '2026-10-08T00:00:00Z', late: true },
    { confirm: 'confirmed', deduct: 'fullySettled', at: '2026-12-01T00:00:00Z', late: false },
    { confirm: 'manualProcessing', deduct: 'undeducted', at: '2026-12-01T00:00:00Z', late: false },
  ] as const)('$confirm, $deduct, at $at: $late', ({ confirm, deduct, at, late }) => {
    expect(isOverdue({ confirm_state: confirm, deduct_state: deduct, overdue_from }, new Date(at))).toBe(late);
  });
});

describe('the safety bounds', () => {
  it.each([
    { amount: '1000.00', trailing: ['100', '100', '100'], broken: false },
    { amount: '1000.01', trailing: ['100', '100', '100'], broken: true },
    { amount: '1000000', trailing: ['100', '100'], broken: false },
    { amount: '1000000', trailing: ['0', '0', '100'], broken: false },
    { amount: '-1000000', trailing: ['1', '1', '1'], broken: false },
  ])('$amount after $trailing is held back: $broken', ({ amount, trailing, broken }) => {
    expect(boundBroken({ amount, lineCount: 1, trailing }) !== undefined).toBe(broken);
  });

  it('hold back a month with too many lines', () => {
    expect(boundBroken({ amount: '1', lineCount: mostLines, trailing: [] })).toBeUndefined();
    expect(boundBroken({ amount: '1', lineCount: mostLines + 1, trailing: [] })).toContain(String(mostLines + 1));
  });
});

const decimal = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map((units) => (units === 0n ? '0' : `${units}.5`));
const word = fc.string({ maxLength: 8 });
const line: fc.Arbitrary<MonthLine> = fc.record({
  product: word,
  type: word,
  subType: word,
  billingItem: word,
  cloudProvider: word,
  region: word,
  edition: word,
  consumption: decimal,
  consumptionUnit: word,
  listPrice: decimal,
  priceUnit: word,
  discount: fc.constantFrom('1', '0.85', '0.123456'),
  adjustment: fc.boolean(),
  rows: fc.bigInt({ min: 1n, max: 10n ** 9n }),
  amount: decimal,
});
const of = { contractId: 'ct-abcd', month: '2026-09', currency: 'USD' };

describe('the digest of a statement', () => {
  it('does not depend on the order of lines or on trailing zeros', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
        const pad = (text: string) => (text.includes('.') ? `${text}00` : `${text}.000`);
        const padded = lines.map((each) => ({ ...each, amount: pad(each.amount), discount: pad(each.discount) }));
        expect(statementDigest(of, padded.toReversed())).toBe(statementDigest(of, lines));
      }),
    );
  });

  it('changes with any change of a line, and with an added or removed line', () => {
    const someField = fc.constantFrom(
      ...(['product', 'type', 'subType', 'billingItem', 'cloudProvider', 'region', 'edition'] as const),
      ...(['consumption', 'consumptionUnit', 'listPrice', 'priceUnit', 'discount', 'adjustment'] as const),
      ...(['rows', 'amount'] as const),
    );
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 6 }),
        line,
        fc.nat(),
        someField,
        (lines, other, at, field) => {
          const index = at % lines.length;
          const changed = lines.map((each, position) =>
            position === index ? { ...each, [field]: other[field] } : each,
          );
          fc.pre(lines[index]?.[field] !== other[field]);
          const digest = statementDigest(of, lines);
          expect(statementDigest(of, changed)).not.toBe(digest);
          expect(statementDigest(of, [...lines, other])).not.toBe(digest);
          expect(statementDigest(of, lines.toSpliced(index, 1))).not.toBe(digest);
        },
      ),
    );
  });

  it('depends on contract, month and currency', () => {
    const digests = [of, { ...of, contractId: 'ct-abce' }, { ...of, month: '2026-10' }, { ...of, currency: 'CNY' }];
    expect(new Set(digests.map((each) => statementDigest(each, []))).size).toBe(4);
  });
});
