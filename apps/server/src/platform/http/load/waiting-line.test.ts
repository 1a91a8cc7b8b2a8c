import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Asker, inTotal } from './crowd.ts';
import { Slots } from './slots.ts';

const slots = (working: number, waiting: number, waitMs: number, crowdedMs = waitMs) =>
  new Slots({ of: 'tests', working: inTotal(working), waiting: inTotal(waiting), waitMs, crowdedMs });

describe('a line', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  /** Waiters by name, and their outcome so far. */
  function waitingFor(one: Slots) {
    const told: string[] = [];
    const ends: (() => void)[] = [];
    const ask = (name: string, waitedMs?: number) =>
      one.take({}, undefined, waitedMs).then(
        (slot) => {
          told.push(name);
          ends.push(() => slot.end());
        },
        () => told.push(`${name} refused`),
      );
    return { told, ends, ask };
  }

  it('that is empty now and then is served in order, with a long wait', async () => {
    const one = slots(1, 9, 1_000, 100);
    const { told, ends, ask } = waitingFor(one);
    for (const name of ['a', 'b', 'c']) void ask(name);
    await vi.advanceTimersByTimeAsync(900);
    for (const _ of 'abc') {
      ends.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(told).toEqual(['a', 'b', 'c']);
    void ask('d');
    void ask('e');
    await vi.advanceTimersByTimeAsync(900);
    expect(told).toEqual(['a', 'b', 'c', 'd']);
  });

  it('that never empties is served from its end, with a short wait', async () => {
    const one = slots(1, 9, 1_000, 100);
    const { told, ends, ask } = waitingFor(one);
    for (const name of ['a', 'b']) void ask(name);
    await vi.advanceTimersByTimeAsync(999);
    void ask('c');
    await vi.advanceTimersByTimeAsync(2);
    expect(told).toEqual(['a', 'b refused']);
    for (const name of ['d', 'e']) void ask(name);
    await vi.advanceTimersByTimeAsync(90);
    ends.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual(['a', 'b refused', 'e']);
    await vi.advanceTimersByTimeAsync(10);
    expect(told).toEqual(['a', 'b refused', 'e', 'd refused']);
  });

  it('of one account beyond its share is not a crowd: others wait as long as usual, in order', async () => {
    const half = { all: 4, ofAccount: 2, fromAddress: 4 };
    const many = { all: 16, ofAccount: 8, fromAddress: 16 };
    const shared = new Slots({ of: 'tests', working: half, waiting: many, waitMs: 1_000, crowdedMs: 100 });
    const greedy = { account: 'greedy' };
    await shared.take(greedy);
    await shared.take(greedy);
    for (let at = 0; at < 2_000; at += 50) {
      void shared.take(greedy).catch(() => {});
      await vi.advanceTimersByTimeAsync(50);
    }
    const busyOnes = [await shared.take({ account: 'a' }), await shared.take({ account: 'b' })];
    const entered: string[] = [];
    for (const name of ['first', 'second'])
      void shared.take({ account: name }).then(
        () => entered.push(name),
        () => entered.push(`${name} refused`),
      );
    void shared.take(greedy).catch(() => {});
    await vi.advanceTimersByTimeAsync(900);
    busyOnes.pop()?.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(entered).toEqual(['first']);
  });

  it('of one address beyond its share is not a crowd either', async () => {
    const most = { all: 4, ofAccount: 4, fromAddress: 3 };
    const many = { all: 16, ofAccount: 16, fromAddress: 12 };
    const shared = new Slots({ of: 'tests', working: most, waiting: many, waitMs: 1_000, crowdedMs: 100 });
    const crowd = (at: number) => ({ account: `${at}`, address: '10.0.0.1' });
    for (let at = 0; at < 2_000; at += 50) {
      void shared.take(crowd(at)).catch(() => {});
      await vi.advanceTimersByTimeAsync(50);
    }
    const busyOne = await shared.take({ account: 'a', address: '10.0.0.2' });
    const next = shared.take({ account: 'a', address: '10.0.0.2' });
    void next.catch(() => {});
    await vi.advanceTimersByTimeAsync(900);
    busyOne.end();
    expect((await next).waitedMs).toBe(900);
  });

  it('keep a caller at its share waiting longer, until others wait too', async () => {
    const half = { all: 4, ofAccount: 2, fromAddress: 4 };
    const line = { all: 16, ofAccount: 8, fromAddress: 16 };
    const shared = new Slots({ of: 'tests', working: half, waiting: line, waitMs: 1_000, ownMs: 5_000 });
    const account = { account: 'with a large page' };
    const working = [await shared.take(account), await shared.take(account)];
    const told: string[] = [];
    const ask = (name: string, asker: Asker) =>
      void shared.take(asker).then(
        (slot) => working.push(slot) && told.push(name),
        () => told.push(`${name} refused`),
      );
    for (const name of ['third', 'fourth']) ask(name, account);
    await vi.advanceTimersByTimeAsync(4_900);
    expect(told).toEqual([]);
    working.shift()?.end();
    await vi.advanceTimersByTimeAsync(200);
    expect(told).toEqual(['third', 'fourth refused']);

    ask('fifth', account);
    await shared.take({ account: 'a' });
    await shared.take({ account: 'b' });
    for (const _ of [1, 2, 3]) {
      ask('other', { account: 'c' });
      await vi.advanceTimersByTimeAsync(500);
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(told).toContain('fifth refused');
  });

  it('counts the wait in an earlier line', async () => {
    const one = slots(1, 9, 1_000);
    const { told, ask } = waitingFor(one);
    void ask('a');
    for (const [name, waitedMs] of [
      ['b', 1_001],
      ['c', 600],
      ['d', 0],
    ] as const)
      void ask(name, waitedMs);
    await vi.advanceTimersByTimeAsync(400);
    expect(told).toEqual(['a', 'b refused', 'c refused']);
  });

  it('returns the time spent in it', async () => {
    const one = slots(1, 1, 1_000);
    const first = await one.take();
    const second = one.take();
    await vi.advanceTimersByTimeAsync(300);
    first.end();
    expect([first.waitedMs, (await second).waitedMs]).toEqual([0, 300]);
  });
});

it('at ten times the capacity all places work, and admitted callers have not waited long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const four = slots(4, 16, 2_000, 250);
  const waits: number[] = [];
  const workMs = 400;
  const come = async () => {
    const slot = await four.take();
    waits.push(slot.waitedMs);
    setTimeout(() => slot.end(), workMs);
  };
  // For 20 s, 100 callers a second come and 10 a second can be served; then none.
  for (let at = 0; at < 20_000; at += 10) {
    void come().catch(() => {});
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(waits.length).toBeGreaterThanOrEqual((20_000 / workMs) * 4 * 0.95);
  // The first two seconds are an ordinary burst.
  const later = waits.slice((2_000 / workMs) * 4 + 16).sort((a, b) => a - b);
  expect(later.at(-1)).toBeLessThanOrEqual(250);
  await vi.advanceTimersByTimeAsync(workMs);
  expect((await four.take()).waitedMs).toBe(0);
  vi.useRealTimers();
});
