import { describe, expect, it } from 'vitest';
import { Semaphore } from './semaphore.ts';

const busy = expect.objectContaining({ status: 503, reason: 'UNAVAILABLE' });

describe('Semaphore', () => {
  it('lets waiters in one for one, in the order they came', async () => {
    const semaphore = new Semaphore({ atOnce: 1, queue: 2, waitMs: 60_000 });
    const entered: string[] = [];
    await semaphore.acquire();
    const first = semaphore.acquire().then(() => entered.push('first'));
    const second = semaphore.acquire().then(() => entered.push('second'));
    semaphore.release();
    await first;
    expect(entered).toEqual(['first']);
    semaphore.release();
    await second;
    expect(entered).toEqual(['first', 'second']);
  });

  it('refuses with 503 when the queue is full', async () => {
    const semaphore = new Semaphore({ atOnce: 1, queue: 0, waitMs: 60_000 });
    await semaphore.acquire();
    await expect(semaphore.acquire()).rejects.toEqual(busy);
  });

  it('refuses who waited too long, and keeps the place for the next', async () => {
    const semaphore = new Semaphore({ atOnce: 1, queue: 1, waitMs: 1 });
    await semaphore.acquire();
    await expect(semaphore.acquire()).rejects.toEqual(busy);
    semaphore.release();
    await semaphore.acquire();
    await expect(semaphore.acquire()).rejects.toEqual(busy);
  });
});
