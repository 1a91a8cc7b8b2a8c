import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Asker, anybody } from './crowd.ts';
import { Slots } from './slots.ts';

const busy = expect.objectContaining({ status: 503, reason: 'UNAVAILABLE' });
const patient = 60_000;
const slots = (working: number, waiting: number, waitMs = patient, crowdedMs = waitMs) =>
  new Slots({ of: 'tests', working: anybody(working), waiting: anybody(waiting), waitMs, crowdedMs });

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A reply that is read as fast as it comes, as `paced` makes it. */
async function piecewise(from: Slots, pieces: number, made: () => void = () => {}): Promise<void> {
  const slot = await from.take();
  for (let piece = 0; piece < pieces; piece += 1) {
    slot.pause();
    await slot.resume();
    await nextTurn();
    made();
  }
  slot.end();
}

describe('slots', () => {
  it('let waiters in one for one, in the order they came', async () => {
    const one = slots(1, 2);
    const entered: string[] = [];
    const first = await one.take();
    const second = one.take().then((slot) => {
      entered.push('second');
      return slot;
    });
    const third = one.take().then(() => entered.push('third'));
    first.end();
    first.end();
    (await second).end();
    await third;
    expect(entered).toEqual(['second', 'third']);
  });

  it('are refused with 503 when too many wait, and say so before', async () => {
    const none = slots(1, 0);
    expect(none.isFull).toBe(false);
    await none.take();
    expect(none.isFull).toBe(true);
    await expect(none.take()).rejects.toEqual(busy);
  });

  it('are refused to who waited too long, and kept for the next', async () => {
    const one = slots(1, 1, 1);
    const first = await one.take();
    await expect(one.take()).rejects.toEqual(busy);
    first.end();
    await one.take();
    await expect(one.take()).rejects.toEqual(busy);
  });

  it('go past who has left the line', async () => {
    const one = slots(1, 1);
    const first = await one.take();
    const leaving = new AbortController();
    const left = one.take({}, leaving.signal);
    leaving.abort();
    await expect(left).rejects.toEqual(busy);
    const next = one.take();
    first.end();
    await next;
    await expect(one.take({}, AbortSignal.abort())).rejects.toEqual(busy);
  });

  it('are shared: who has its part waits while others get in, and cannot fill the line either', async () => {
    const half = { all: 4, ofAccount: 2, fromAddress: 3 };
    const shared = new Slots({ of: 'tests', working: half, waiting: half, waitMs: patient });
    const greedy = { account: 'greedy', address: '10.0.0.1' };
    const [own] = [await shared.take(greedy), await shared.take(greedy)];
    const waiting = shared.take(greedy);
    void shared.take(greedy);
    await expect(shared.take(greedy)).rejects.toEqual(busy);
    await shared.take({ account: 'neighbour', address: '10.0.0.1' });
    // Three from one address, whoever they are.
    void shared.take({ account: 'another', address: '10.0.0.1' });
    await shared.take({ account: 'stranger', address: '10.0.0.2' });
    own.end();
    await waiting;
  });

  it('come back to who paused, though others waited before', async () => {
    const one = slots(1, 2);
    const entered: string[] = [];
    const paused = await one.take();
    paused.pause();
    const working = await one.take();
    const next = one.take().then(() => entered.push('next'));
    const again = paused.resume().then(() => entered.push('again'));
    working.end();
    await again;
    expect(entered).toEqual(['again']);
    paused.end();
    await next;
  });

  it('go turn by turn to replies on their way and to who has not begun', async () => {
    const two = slots(2, 20);
    const order: string[] = [];
    const replies = ['a', 'b', 'c', 'd', 'e'].map((name) => piecewise(two, 50, () => order.push(name)));
    const pages = Array.from({ length: 10 }, async () => {
      const slot = await two.take();
      order.push('page');
      await nextTurn();
      slot.end();
    });
    await Promise.all([...replies, ...pages]);
    const lastPage = order.lastIndexOf('page');
    // Each page waits for one piece at most, and no reply waits for more pages than there are others.
    expect(order.slice(0, lastPage + 1).filter((who) => who !== 'page').length).toBeLessThan(25);
    expect(order.slice(0, lastPage).join(' ')).not.toContain('page page page');
  });

  it('are given to all replies on their way while those who have not begun never cease to come', async () => {
    const two = slots(2, 20);
    let open = true;
    const pages = Array.from({ length: 8 }, async () => {
      while (open) {
        const slot = await two.take();
        await nextTurn();
        slot.end();
      }
    });
    await Promise.all(Array.from({ length: 5 }, () => piecewise(two, 20)));
    open = false;
    await Promise.all(pages);
  });

  it('are free when who paused ends without coming back', async () => {
    const one = slots(1, 0);
    const paused = await one.take();
    paused.pause();
    const working = await one.take();
    void paused.resume();
    paused.end();
    working.end();
    await one.take();
  });
});

describe('a line', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  /** Who waits, by name, and what became of them so far. */
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

  it('that is empty now and then is served in turn, and waits long', async () => {
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

  it('that does not end is served from its end, and nobody waits long in it', async () => {
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

  it('that one account keeps beyond its share is no crowd: others wait as long as ever, and in turn', async () => {
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

  it('that one address keeps beyond its share is no crowd either', async () => {
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

  it('are waited for longer by who has its share, and no longer once others wait for room', async () => {
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

  it('counts what was waited before in another', async () => {
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

  it('tells how long one was in it', async () => {
    const one = slots(1, 1, 1_000);
    const first = await one.take();
    const second = one.take();
    await vi.advanceTimersByTimeAsync(300);
    first.end();
    expect([first.waitedMs, (await second).waitedMs]).toEqual([0, 300]);
  });
});

it('ten times as many as can be served: all places work, and those who get one have not waited long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const four = slots(4, 16, 2_000, 250);
  const waits: number[] = [];
  const workMs = 400;
  const come = async () => {
    const slot = await four.take();
    waits.push(slot.waitedMs);
    setTimeout(() => slot.end(), workMs);
  };
  // 100 a second come, 10 a second can be served, for 20 s; then nobody any more.
  for (let at = 0; at < 20_000; at += 10) {
    void come().catch(() => {});
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(waits.length).toBeGreaterThanOrEqual((20_000 / workMs) * 4 * 0.95);
  // The first two seconds are a burst as any other.
  const later = waits.slice((2_000 / workMs) * 4 + 16).sort((a, b) => a - b);
  expect(later.at(-1)).toBeLessThanOrEqual(250);
  await vi.advanceTimersByTimeAsync(workMs);
  expect((await four.take()).waitedMs).toBe(0);
  vi.useRealTimers();
});
