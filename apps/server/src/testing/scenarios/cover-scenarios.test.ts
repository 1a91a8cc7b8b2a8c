import { creditLimits } from '@usance/api/billing/credit-limit';
import { gracePeriods } from '@usance/api/billing/grace-period';
import { statements } from '@usance/api/billing/statement';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issued } from '../../features/money/voucher/voucher.fixture.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { storyOf } from './story.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-12-01T00:00:00Z', clickhouse: true });
});
afterAll(() => app.close());

type Story = Awaited<ReturnType<typeof storyOf>>;

/** The account's period at each of these times. */
async function periodsAt(story: Story, times: readonly string[]): Promise<string[]> {
  const seen: string[] = [];
  for (const time of times) {
    await story.until(time);
    seen.push((await story.stands()).period);
  }
  return seen;
}

describe('a month of −30 covers an unpaid month of 20', () => {
  it('also when a later month is used for 16, which a voucher pays, before it is signed', async () => {
    const story = await storyOf(app, { at: '2027-06-01T00:00:00Z' });
    await story.until('2027-06-30T23:59:00Z');
    await story.use('2027-06-30T22', '10');
    await story.until('2027-07-02T09:00:00Z');
    await story.use('2027-07-01T22', '-15');
    await story.until('2027-07-25T12:00:00Z');
    await issued(app, story.id, { denomination: '100', validDays: 90 });
    await story.until('2027-08-01T12:00:00Z');
    await story.use('2027-08-01T10', '8');
    expect(await periodsAt(story, ['2027-08-01T12:10:00Z', '2027-08-02T09:00:00Z'])).toEqual(['normal', 'normal']);
    expect(await story.paid('2027-06')).toMatchObject({ cash: '0.00' });
  });

  it('also while it waits for weeks because its statement was withdrawn', async () => {
    const story = await storyOf(app, { at: '2028-05-01T00:00:00Z' });
    await story.until('2028-05-31T23:59:00Z');
    await story.use('2028-05-31T22', '10');
    await story.until('2028-06-02T09:00:00Z');
    await story.use('2028-06-01T22', '1');
    await story.until('2028-07-02T09:00:00Z');
    const { id } = await story.statement('2028-06');
    await story.caller.call(statements.delete, { params: story.params, query: { ids: id } });
    await story.use('2028-06-01T21', '-16');
    await issued(app, story.id, { denomination: '100', validDays: 90 });
    await story.until('2028-07-03T12:00:00Z');
    await story.use('2028-07-03T10', '30');
    const weeks = ['2028-07-03T12:10:00Z', '2028-07-20T12:10:00Z', '2028-08-01T12:10:00Z'];
    expect(await periodsAt(story, weeks)).toEqual(['normal', 'normal', 'normal']);
  });
});

it('credit of 10 that a withdrawn month no longer needs pays what is unpaid when it is due', async () => {
  const story = await storyOf(app, { at: '2029-02-01T00:00:00Z' });
  await story.deposit('25');
  await story.until('2029-02-12T00:00:00Z');
  await story.use('2029-02-11T10', '12.5');
  await story.until('2029-03-12T00:00:00Z');
  await story.use('2029-03-11T10', '5');
  await story.until('2029-04-02T09:00:00Z');
  const { id } = await story.statement('2029-03');
  await story.caller.call(statements.delete, { params: story.params, query: { ids: id } });
  await story.until('2029-04-02T12:00:00Z');
  await story.use('2029-04-01T10', '10');
  await story.until('2029-05-03T09:00:00Z');
  // The 25 of February are given back: 15 pay a part of April's 20, and 10 are left for March.
  await story.decide('2029-02', 'manualProcessing');
  await story.decide('2029-02', 'confirmed', '25');
  expect(await story.statement('2029-04')).toMatchObject({ creditDeducted: '15.00000000' });
  await story.use('2029-03-11T11', '-5');
  await story.until('2029-05-09T10:10:00Z');
  expect(await story.statement('2029-04')).toMatchObject({
    creditDeducted: '20.00000000',
    deductState: 'fullySettled',
  });
  expect(await story.stands()).toMatchObject({ available: '5.00', period: 'normal' });
});

it('ten days of grace begin when a statement loses its cover', async () => {
  const story = await storyOf(app, { at: '2030-06-01T00:00:00Z' });
  const body = { graceDays: 10, extensionDays: 15, suspensionDays: 15, backupDays: 30, reason: 'A test' };
  await story.caller.call(gracePeriods.create, { params: story.params, body });
  const limit = { amount: '100', currency: 'USD' as const, reason: 'A test' };
  await story.caller.call(creditLimits.create, { params: story.params, body: limit });
  await story.deposit('1');
  await story.until('2030-06-30T23:59:00Z');
  await story.use('2030-06-30T22', '10');
  await story.until('2030-07-02T09:00:00Z');
  await story.use('2030-07-01T22', '-15');
  await story.until('2030-07-25T12:00:00Z');
  expect(await story.stands()).toMatchObject({ available: '11.00', overdue: '19.00', period: 'normal' });
  // 12 of the 30 are used up, so 1 of the 19 is not covered.
  await story.use('2030-07-25T10', '6');
  const times = ['2030-07-25T12:10:00Z', '2030-08-01T00:00:00Z', '2030-08-04T13:00:00Z'];
  expect(await periodsAt(story, times)).toEqual(['overdraft', 'overdraft', 'extensionPeriod']);
});
