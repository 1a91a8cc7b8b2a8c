import { describe, expect, it } from 'vitest';
import { replacedOffers } from './replaced-offers.ts';

const offer = (effectiveDate: number, endsAt: number | null = null) => ({ effectiveDate, endsAt });
const open = offer(10);
const later = offer(30, 40);

describe('an offer that begins at 20 replaces', () => {
  it.each([
    ['one that is open', [open], [open]],
    ['none that has ended by then', [offer(10, 20)], []],
    ['one that ends afterwards', [offer(10, 21)], [offer(10, 21)]],
    ['one that would begin afterwards', [later], [later]],
    ['of several, those that go on then', [later, open], [open, later]],
    ['none that another one ends before it begins', [offer(30, 25)], []],
  ])('%s', (_what, accepted, replaced) => expect(replacedOffers(accepted, offer(20))).toEqual(replaced));
});
