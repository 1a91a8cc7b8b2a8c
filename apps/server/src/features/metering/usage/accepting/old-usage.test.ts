import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { forgetKeys } from '../forgetting/forget-keys.ts';
import { type Metered, meteredContract, sellCoreHours, sendUsage, usageOf } from '../metering.fixture.ts';
import { verifyUsage } from '../verify-usage.ts';

let app: TestApp;
let metered: Metered;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true });
  await sellCoreHours(app, 'compute.r', '0.5');
});
afterAll(() => app.close());
beforeEach(async () => {
  metered = await meteredContract(app, 'USD', '2025-01-01T00:00:00Z');
});

const startingAt = (start: string) => usageOf(metered, { start, end: start.replace(':00:00Z', ':59:00Z') });
const keys = async () =>
  Number((await sql<{ no: string }>`select count(*) as no from usage_key`.execute(app.deps.db)).rows[0]?.no);
async function problems(): Promise<string[]> {
  const found: string[] = [];
  for await (const problem of verifyUsage(app.deps)) found.push(problem);
  return found;
}

describe('usage that starts more than 13 months ago', () => {
  it('is refused as too old; usage of that very instant is accepted', async () => {
    expect(
      await sendUsage(app, [startingAt('2025-09-15T12:00:00Z'), startingAt('2025-09-15T11:00:00Z')]),
    ).toMatchObject({
      accepted: 1,
      refusals: [{ line: 2, reason: 'INVALID_PARAMETER', message: expect.stringContaining('13 months') }],
    });
  });

  it('is still a duplicate when it is sent again in the month after, and too old once its key is gone', async () => {
    const [old, recent] = [startingAt('2025-09-20T12:00:00Z'), startingAt('2026-10-10T12:00:00Z')];
    expect(await sendUsage(app, [old, recent])).toMatchObject({ accepted: 2 });
    app.clock.moveTo('2026-11-25T12:00:00Z');
    expect(await sendUsage(app, [old, { ...old, quantity: '2' }])).toMatchObject({
      accepted: 0,
      duplicate: 1,
      refused: 1,
    });

    app.clock.moveTo('2026-12-01T12:00:00Z');
    const before = await keys();
    expect(await forgetKeys(app.deps.db, app.clock.now())).toBeGreaterThan(0);
    expect(await keys()).toBeLessThan(before);
    expect(await sendUsage(app, [old, recent])).toMatchObject({ accepted: 0, duplicate: 1, refused: 1 });
    expect(await problems()).toEqual([]);
    expect(await forgetKeys(app.deps.db, app.clock.now())).toBe(0);
  });
});

it('a key cannot be deleted while its record could be sent again', async () => {
  await sendUsage(app, [startingAt('2026-11-10T12:00:00Z')]);
  await expect(sql`delete from usage_key`.execute(app.deps.db)).rejects.toThrow('could be sent again');
});
