import { describe, expect, it } from 'vitest';
import { endsOf } from './supersede.ts';

const at = (day: number) => new Date(Date.UTC(2026, 9, day));
const from = (day: number) => ({
  effective_date: at(day),
  expiration_date: null,
  ended_at: null,
  end_reason: null,
});
const to = (day: number) => ({ expiration_date: at(day) });
const withdrawn = (day: number) => ({ ended_at: at(day), end_reason: 'withdrawn' as const });
const superseded = (day: number) => ({ ended_at: at(day), end_reason: 'superseded' as const });

describe('accepted offers end where a later accepted one begins', () => {
  const told = (...accepted: Parameters<typeof endsOf>[0]) =>
    endsOf(accepted).map(({ ended_at, end_reason }) => (ended_at ? `${ended_at.getUTCDate()} ${end_reason}` : 'open'));

  it('the last one stays open', () => expect(told(from(1))).toEqual(['open']));
  it('earlier ones end at its start', () => expect(told(from(1), from(5))).toEqual(['5 superseded', 'open']));
  it('the earliest of several counts', () =>
    expect(told(from(1), from(9), from(5))).toEqual(['5 superseded', '5 superseded', 'open']));
  it('one that begins before another replaces it wholly', () =>
    expect(told(from(5), from(1))).toEqual(['1 superseded', 'open']));
  it('one that has expired before is not ended', () =>
    expect(told({ ...from(1), ...to(4) }, from(5))).toEqual(['open', 'open']));
  it('one withdrawn before its start ends no other, and the one that it had ended is open again', () =>
    expect(told({ ...from(1), ...superseded(5) }, { ...from(5), ...withdrawn(3) })).toEqual(['open', '3 withdrawn']));
  it('the same holds along a chain', () => {
    const cut = { ...from(1), ...superseded(5) };
    expect(told(cut, { ...from(9), ...superseded(5) }, { ...from(5), ...withdrawn(3) })).toEqual([
      '9 superseded',
      'open',
      '3 withdrawn',
    ]);
    expect(told(cut, { ...from(5), ...withdrawn(3) }, from(9))).toEqual(['9 superseded', '3 withdrawn', 'open']);
  });
  it('one withdrawn after its start still ends earlier ones', () =>
    expect(told(from(1), { ...from(5), ...withdrawn(6) })).toEqual(['5 superseded', '6 withdrawn']));
  it('a withdrawn one keeps its reason if it ends earlier', () =>
    expect(told({ ...from(1), ...withdrawn(6) }, from(5))).toEqual(['5 withdrawn', 'open']));
});
