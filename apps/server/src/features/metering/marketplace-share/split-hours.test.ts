import { instant } from '@usance/period/instant';
import { expect, it } from 'vitest';
import { type MarketplaceShares, oursOf } from './split-hours.ts';

const at = (time: string) => instant(`2026-10-15T${time}:00Z`);
const hours = ['09:00', '10:00', '11:00', '12:00'].map((time) => ({ hour: at(time), amount: '1' }));
const shares = (given: Partial<MarketplaceShares>): MarketplaceShares => ({
  windows: [],
  settled: new Map(),
  ...given,
});
const times = (ours: readonly { hour: number; amount: string }[]) =>
  ours.map(({ hour, amount }) => [new Date(hour).toISOString().slice(11, 16), amount]);

it('all of the hours of an open link are the marketplace’s', () => {
  const windows = [{ from: at('10:00'), endedAt: undefined }];
  expect(times(oursOf(shares({ windows }), '2026-10', hours))).toEqual([['09:00', '1']]);
});

it('the hour in which a link ends is, and the next is not', () => {
  const windows = [{ from: at('10:00'), endedAt: at('11:20') }];
  expect(times(oursOf(shares({ windows }), '2026-10', hours))).toEqual([
    ['09:00', '1'],
    ['12:00', '1'],
  ]);
});

it('of a settled link what was accepted is the marketplace’s, and the rest ours', () => {
  const accepted = new Map([
    [at('08:00'), '0.5'],
    [at('10:00'), '1'],
    [at('11:00'), '0.25'],
    [at('12:00'), '1.5'],
  ]);
  const settled = new Map([['2026-10', accepted]]);
  expect(times(oursOf(shares({ settled }), '2026-10', hours))).toEqual([
    // The marketplace accepted usage that was corrected away later, so we credit it.
    ['08:00', '-0.500000000000'],
    ['09:00', '1'],
    ['11:00', '0.750000000000'],
    ['12:00', '-0.500000000000'],
  ]);
  expect(times(oursOf(shares({ settled }), '2026-11', hours))).toHaveLength(4);
});
