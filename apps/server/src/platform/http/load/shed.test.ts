import { describe, expect, it } from 'vitest';
import { openAdmission } from './admission.ts';
import { isShed } from './shed.ts';

describe('under load', () => {
  it.each([
    ['eventLoopUtilization', 0.99, ['export', 'usage-export']],
    ['eventLoopDelay', 300, ['export', 'usage-export', 'read', 'usage-read']],
    ['eventLoopDelay', 1_500, ['export', 'usage-export', 'read', 'usage-read', 'write', 'usage-write']],
    ['liveBytes', 2e9, ['export', 'usage-export', 'read', 'usage-read']],
  ] as const)('%s of %d gives up %j and nothing else', (pressure, value, shed) => {
    const classes = ['export', 'usage-export', 'read', 'usage-read', 'write', 'usage-write'] as const;
    const never = ['password', 'always'] as const;
    expect([...classes, ...never].filter((callClass) => isShed(callClass, pressure, value))).toEqual(shed);
  });

  it('customers take nothing from internal callers, and waiting for one database nothing from the other', async () => {
    const { customer, internal } = openAdmission();
    const leaving = new AbortController();
    const waiting: Promise<unknown>[] = [];
    for (let i = 0; !customer.work.write.isFull; i += 1)
      waiting.push(customer.work.write.take({ account: `${i}`, address: `${i}` }, leaving.signal));
    await internal.work.write.take();
    await customer.work['usage-read'].take();
    leaving.abort();
    expect((await Promise.allSettled(waiting)).filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  });
});
