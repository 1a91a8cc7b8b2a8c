import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { issued } from '../../money/voucher/voucher.fixture.ts';
import { costing, signed } from '../statement/statement.fixture.ts';
import { usedSince } from './runway.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    now: '2026-11-01T00:00:00Z',
    clickhouse: true,
    damaged: 'rated rows of no usage are put in',
  });
});
afterAll(() => app.close());

/** A contract with 366.00 of unbilled usage, at 24.00 a day. */
const using = (deposit?: string) =>
  usedSince(app, { from: '2026-11-01T00:00:00Z', perHour: '1', ...(deposit !== undefined && { deposit }) });

describe('the runway of a balance with vouchers', () => {
  it('is of what is left when each voucher has paid the usage of its window, before credit and cash', async () => {
    // Usage and vouchers begin on the 1st, and the 16th asks about them.
    const [cash, credit, ended] = [await using('366'), await using(), await using('366')];
    await issued(app, cash.params.id, { denomination: '366', validDays: 17 });
    await signed(app, { contractId: credit.params.id, month: '2026-09', lines: [costing('-366')] });
    await issued(app, credit.params.id, { denomination: '366', validDays: 17 });
    await issued(app, ended.params.id, { denomination: '216', validDays: 9 });
    await issued(app, ended.params.id, { denomination: '366', validDays: 17 });
    app.clock.moveTo('2026-11-16T06:30:00Z');
    // 366.00 of cash or credit are left: 18.00 today, and 24.00 on 14.5 days.
    expect(await cash.runway()).toMatchObject({ outlook: 'runsOut', days: 15, dailyCostFormatted: '$24.00' });
    expect(await credit.runway()).toMatchObject({ outlook: 'runsOut', days: 15 });
    // Of the usage, the ended one pays 216.00, and the other 150.00 and 42.00 to come; 174.00 of it are lost.
    expect(await ended.runway()).toMatchObject({ outlook: 'runsOut', days: 17 });
  });

  it('is without what coming usage does not need of a voucher, whatever was used before it began', async () => {
    app.clock.moveTo('2026-11-16T06:30:00Z');
    const { params, runway } = await using('606');
    await issued(app, params.id, { denomination: '600', validDays: 10 });
    // 240.00 of cash are left. The voucher pays 240.00 in ten days, and cash ten days more.
    expect(await runway()).toMatchObject({ outlook: 'runsOut', days: 20, day: '2026-12-06' });
  });
});
