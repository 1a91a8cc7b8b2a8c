import { describe, expect, it } from 'vitest';
import { inTotal } from './crowd.ts';
import { Slots } from './slots.ts';

const busy = expect.objectContaining({ status: 503, reason: 'UNAVAILABLE' });
const patient = 60_000;
const slots = (working: number, waiting: number, waitMs = patient) =>
  new Slots({ of: 'tests', working: inTotal(working), waiting: inTotal(waiting), waitMs });

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A reply that is read at full speed, as `paced` makes it. */
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
  it('admit waiters one for one, in order', async () => {
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

  it('are refused with 503 when too many wait, and announce it by isFull', async () => {
    const none = slots(1, 0);
    expect(none.isFull).toBe(false);
    await none.take();
    expect(none.isFull).toBe(true);
    await expect(none.take()).rejects.toEqual(busy);
  });

  it('are refused to a waiter after too long, and kept for the next', async () => {
    const one = slots(1, 1, 1);
    const first = await one.take();
    await expect(one.take()).rejects.toEqual(busy);
    first.end();
    await one.take();
    await expect(one.take()).rejects.toEqual(busy);
  });

  it('skip a waiter who has left the line', async () => {
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

  it('are shared: a caller at its share waits while others enter, and cannot fill the line', async () => {
    const half = { all: 4, ofAccount: 2, fromAddress: 3 };
    const shared = new Slots({ of: 'tests', working: half, waiting: half, waitMs: patient });
    const greedy = { account: 'greedy', address: '10.0.0.1' };
    const [own] = [await shared.take(greedy), await shared.take(greedy)];
    const waiting = shared.take(greedy);
    void shared.take(greedy);
    await expect(shared.take(greedy)).rejects.toEqual(busy);
    await shared.take({ account: 'neighbour', address: '10.0.0.1' });
    // Three from one address, of any account.
    void shared.take({ account: 'another', address: '10.0.0.1' });
    await shared.take({ account: 'stranger', address: '10.0.0.2' });
    own.end();
    await waiting;
  });

  it('return to a paused holder before earlier waiters', async () => {
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

  it('alternate between replies being sent and new work', async () => {
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
    // Each page waits for one piece at most, and each reply for at most as many pages as there are other replies.
    expect(order.slice(0, lastPage + 1).filter((who) => who !== 'page').length).toBeLessThan(25);
    expect(order.slice(0, lastPage).join(' ')).not.toContain('page page page');
  });

  it('serve all replies being sent while new work keeps arriving', async () => {
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

  it('are free when a paused holder ends', async () => {
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
