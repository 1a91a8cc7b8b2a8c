import { getPriority } from 'node:os';
import { expect, it } from 'vitest';
import { lowerWorkers } from './lower-workers.ts';

it.runIf(process.platform === 'linux')(
  'worker threads that hash have a lower priority than the main thread',
  async () => {
    const own = getPriority(process.pid);
    const workers = await lowerWorkers();
    expect(workers.length).toBeGreaterThanOrEqual(4);
    for (const thread of workers) expect(getPriority(thread)).toBeGreaterThan(own);
    expect(getPriority(process.pid)).toBe(own);
  },
);
