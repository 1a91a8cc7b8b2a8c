import { describe, expect, it } from 'vitest';
import { planOffered } from './plan-offered.ts';

const at = (day: number) => new Date(Date.UTC(2026, 9, day));
const version = (from: number, to: number | null, sku_id = 'a') => ({
  id: `${sku_id}${from}`,
  offer_id: 'po-a',
  sku_id,
  price: 1,
  effective_from: at(from),
  effective_to: to === null ? null : at(to),
});
type Version = ReturnType<typeof version>;

describe('stored offer versions become the wanted ones', () => {
  const plan = (kept: readonly Version[], wanted: readonly Version[], signedUntil?: Date) =>
    planOffered(kept, wanted, {
      about: ({ sku_id }) => sku_id,
      isSame: (one, other) => one.price === other.price,
      signedUntil,
    });

  it('nothing changes if they are already stored', () => {
    const kept = [version(1, null), version(1, null, 'b')];
    const { changedFrom, counts } = plan(kept, kept.toReversed());
    expect([changedFrom, counts.get('po-a')]).toEqual([[], { written: 0, ended: 0, unchanged: 2 }]);
  });

  it('other terms replace the stored ones', () => {
    const [old, coming] = [version(1, null), { ...version(1, null), price: 2 }];
    expect(plan([old], [coming])).toMatchObject({ gone: [old], came: [coming], changedFrom: [at(1), at(1)] });
  });

  it.each([
    ['ends at the wanted end', 5, at(12), at(12)],
    ['ends with the signed months if the wanted end lies in them', 5, at(3), at(10)],
    ['ends with them if it is not wanted', 5, undefined, at(10)],
  ])('one that continues %s', (_, from, to, end) => {
    const kept = version(from, null);
    const wanted = to ? [{ ...kept, effective_to: to }] : [];
    expect(plan([kept], wanted, at(10))).toMatchObject({
      gone: [],
      moved: [{ id: kept.id, effective_to: end }],
      changedFrom: [end],
    });
  });

  it.each([[[]], [[version(1, 3)]], [[version(1, null)]]])(
    'one that has ended in signed months stays: %#',
    (wanted) => {
      expect(plan([version(1, 8)], wanted, at(10))).toMatchObject({ gone: [], moved: [], came: [], changedFrom: [] });
    },
  );

  it('one that begins after the signed months is deleted', () => {
    expect(plan([version(11, null)], [], at(10))).toMatchObject({ gone: [{ id: 'a11' }], changedFrom: [at(11)] });
  });
});
