import { creditLimits } from '@usance/api/billing/credit-limit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issued } from '../../features/money/voucher/voucher.fixture.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { storyOf } from './story.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-12-01T00:00:00Z', clickhouse: true });
});
afterAll(() => app.close());

const settled = { due: '0.00', overdue: '0.00', period: 'normal' };

it('a dispute upheld after payment: the 20.00 stay paid, and a credit of 5.00 pays a part of the next 10.00', async () => {
  const story = await storyOf(app, { at: '2027-01-01T00:00:00Z' });
  await story.deposit('100');
  await story.until('2027-01-11T00:00:00Z');
  await story.use('2027-01-10T10', '10');
  await story.until('2027-02-08T00:00:00Z');
  await story.decide('2027-01', 'manualProcessing');
  await story.until('2027-02-10T00:00:00Z');
  await story.decide('2027-01', 'confirmed', '5');
  expect(await story.stands()).toEqual({ available: '85.00', ...settled });
  await story.use('2027-02-09T10', '5');
  await story.until('2027-03-07T00:05:00Z');
  expect(await story.paid('2027-01')).toMatchObject({ amount: '20.00', cash: '20.00' });
  expect(await story.paid('2027-02')).toMatchObject({ amount: '10.00', credit: '5.00', payable: '5.00', cash: '5.00' });
  expect(await story.stands()).toEqual({ available: '75.00', ...settled });
});

it('a dispute that is withdrawn after three days moves the due day from the 7th to the 10th', async () => {
  const story = await storyOf(app, { at: '2027-04-01T00:00:00Z' });
  await story.deposit('20');
  await story.until('2027-04-11T00:00:00Z');
  await story.use('2027-04-10T10', '10');
  await story.until('2027-05-03T12:00:00Z');
  await story.decide('2027-04', 'manualProcessing');
  expect(await story.stands()).toEqual({ available: '0.00', ...settled });
  await story.until('2027-05-06T12:00:00Z');
  await story.decide('2027-04', 'confirmed');
  expect(await story.statement('2027-04')).toMatchObject({ dueDate: '2027-05-10' });
  await story.until('2027-05-10T00:00:00Z');
  expect(await story.paid('2027-04')).toMatchObject({ payable: '20.00', cash: '0.00' });
  await story.until('2027-05-10T00:05:00Z');
  expect(await story.paid('2027-04')).toMatchObject({ payable: '20.00', cash: '20.00' });
});

it('a negative total: 10.00 − 30.00 leave nothing payable, and a credit of 20.00 pays a part of the next 24.00', async () => {
  const story = await storyOf(app, { at: '2027-06-01T00:00:00Z' });
  await story.deposit('40');
  await story.until('2027-06-11T00:00:00Z');
  await story.use('2027-06-10T10', '20');
  await story.until('2027-07-10T00:00:00Z');
  await story.use('2027-06-10T10', '-15');
  await story.use('2027-07-09T10', '5');
  await story.until('2027-08-01T00:00:00Z');
  expect(await story.stands()).toEqual({ available: '20.00', ...settled });
  await story.until('2027-08-10T00:00:00Z');
  expect(await story.paid('2027-07')).toMatchObject({ amount: '-20.00', payable: '0.00' });
  expect(await story.stands()).toEqual({ available: '20.00', ...settled });
  await story.use('2027-08-09T10', '12');
  await story.until('2027-09-02T09:00:00Z');
  expect(await story.paid('2027-08')).toMatchObject({ amount: '24.00', credit: '20.00', payable: '4.00' });
});

it('a voucher that ends within an hour pays that whole hour: 3 × 2 of 2 + 6 + 8', async () => {
  const story = await storyOf(app, { at: '2027-10-01T00:00:00Z' });
  await story.until('2027-10-01T10:30:00Z');
  await issued(app, story.id, { denomination: '100', validDays: 1 });
  await story.until('2027-10-02T13:00:00Z');
  await story.use('2027-10-01T10', '1');
  await story.use('2027-10-02T10', '3');
  await story.use('2027-10-02T11', '4');
  await story.until('2027-11-02T09:00:00Z');
  expect(await story.paid('2027-10')).toMatchObject({ amount: '16.00', voucher: '6.00', payable: '10.00' });
});

it('a voucher that ends weeks before its month is signed: 50.00 − 20.00 leave 0.00 from its end on, and nothing is payable', async () => {
  const story = await storyOf(app, { at: '2027-12-01T00:00:00Z' });
  await issued(app, story.id, { denomination: '50', validDays: 10 });
  await story.until('2027-12-06T00:00:00Z');
  await story.use('2027-12-05T10', '10');
  await story.until('2027-12-10T23:00:00Z');
  expect(await story.stands()).toEqual({ available: '30.00', ...settled });
  for (const instant of [
    '2027-12-11T00:00:00Z',
    '2027-12-20T00:00:00Z',
    '2028-01-02T09:00:00Z',
    '2028-01-08T00:00:00Z',
  ]) {
    await story.until(instant);
    expect([instant, await story.stands()]).toEqual([instant, { available: '0.00', ...settled }]);
  }
  expect(await story.paid('2027-12')).toMatchObject({ amount: '20.00', voucher: '20.00', payable: '0.00' });
});

it('signed three months late: nothing is due before five days have passed, and all is paid in order', async () => {
  const story = await storyOf(app, { at: '2028-01-09T00:00:00Z' });
  await story.deposit('25');
  await story.until('2028-01-11T00:00:00Z');
  await story.use('2028-01-10T10', '10');
  await story.until('2028-02-01T00:00:00Z');
  await story.asleepUntil('2028-05-20T12:00:00Z');
  await story.use('2028-01-20T10', '5');
  const months = ['2028-01', '2028-02', '2028-03', '2028-04'];
  const due = async () => (await story.signedOnes()).map(({ month, dueDate }) => [month, dueDate]);
  expect(await due()).toEqual(months.map((month) => [month, '2028-05-25']));
  expect(await story.paid('2028-01')).toMatchObject({ amount: '20.00', cash: '0.00' });
  await story.until('2028-05-25T00:05:00Z');
  expect(await story.paid('2028-01')).toMatchObject({ payable: '20.00', cash: '20.00' });
  // The late usage was of a month that was signed by then.
  expect(await story.stands()).toEqual({ available: '-5.00', due: '0.00', overdue: '0.00', period: 'extensionPeriod' });
});

it('a deposit in parts: 5 + 10 + 10 pay 20.00 as they arrive, and 5.00 are left', async () => {
  const story = await storyOf(app, { at: '2028-06-01T00:00:00Z' });
  await story.until('2028-06-11T00:00:00Z');
  await story.use('2028-06-10T10', '10');
  await story.deposit('5');
  await story.until('2028-07-07T00:05:00Z');
  expect(await story.paid('2028-06')).toMatchObject({ payable: '20.00', cash: '5.00' });
  expect(await story.stands()).toMatchObject({ available: '-15.00', due: '15.00', overdue: '0.00' });
  await story.until('2028-07-08T00:00:00Z');
  await story.deposit('10');
  expect(await story.stands()).toMatchObject({ available: '-5.00', due: '0.00', overdue: '5.00' });
  await story.deposit('10');
  expect(await story.paid('2028-06')).toMatchObject({ payable: '20.00', cash: '20.00' });
  expect(await story.stands()).toEqual({ available: '5.00', ...settled });
});

it('a credit limit that is lowered while in overdraft: −50.00 are within 100, not within 30, and −30.00 are again', async () => {
  const story = await storyOf(app, { at: '2028-09-01T00:00:00Z' });
  const limit = (amount: string, belowDebt?: true) => ({
    params: story.params,
    body: { amount, currency: 'USD' as const, reason: 'A scenario', ...(belowDebt && { belowDebt }) },
  });
  await story.caller.call(creditLimits.create, limit('100'));
  await story.until('2028-09-11T00:00:00Z');
  await story.use('2028-09-10T10', '25');
  await story.until('2028-09-13T00:00:00Z');
  expect(await story.stands()).toMatchObject({ available: '-50.00', period: 'overdraft' });
  expect(await story.caller.refusal(creditLimits.create, limit('30'))).toMatchObject({ code: 409 });
  await story.caller.call(creditLimits.create, limit('30', true));
  expect(await story.stands()).toMatchObject({ available: '-50.00', period: 'extensionPeriod' });
  await story.deposit('20');
  expect(await story.stands()).toMatchObject({ available: '-30.00', period: 'overdraft' });
});

it('a signed month that is corrected: 20.00 less 30.00 make nobody late, and credit pays before 10.00 are left', async () => {
  const story = await storyOf(app, { at: '2029-01-01T00:00:00Z' });
  await story.until('2029-01-31T23:59:00Z');
  await story.use('2029-01-31T22', '10');
  await story.until('2029-02-02T09:00:00Z');
  await story.use('2029-01-31T22', '-10');
  await story.use('2029-02-01T22', '-5');
  for (const when of ['2029-02-08T00:01:00Z', '2029-02-24T00:00:00Z', '2029-03-11T00:00:00Z', '2029-04-10T00:00:00Z']) {
    await story.until(when);
    const { available, period } = await story.stands();
    expect([when, available, period]).toEqual([when, '10.00', 'normal']);
  }
  expect(await story.statement('2029-01')).toMatchObject({
    creditDeducted: '20.00000000',
    deductState: 'fullySettled',
  });
  await story.use('2029-04-09T10', '8');
  await story.until('2029-05-02T09:00:00Z');
  expect(await story.paid('2029-04')).toMatchObject({ amount: '16.00', credit: '10.00', payable: '6.00' });
});

it('corrections that new usage outweighs: the overdue month is late from then on, not from its due day', async () => {
  const story = await storyOf(app, { at: '2029-06-01T00:00:00Z' });
  await story.until('2029-06-30T23:59:00Z');
  await story.use('2029-06-30T22', '10');
  await story.until('2029-07-02T09:00:00Z');
  await story.use('2029-07-01T22', '-15');
  await story.until('2029-07-25T12:00:00Z');
  expect(await story.stands()).toMatchObject({ available: '10.00', overdue: '20.00', period: 'normal' });
  await story.use('2029-07-25T10', '8');
  await story.until('2029-07-25T12:10:00Z');
  // 30 − 16 cover 14.00 of the 20.00, which were due 18 days ago.
  expect(await story.stands()).toMatchObject({ available: '-6.00', period: 'extensionPeriod' });
  await story.until('2029-08-02T09:00:00Z');
  expect(await story.stands()).toMatchObject({ available: '-6.00', overdue: '6.00', period: 'extensionPeriod' });
  await story.until('2029-08-09T12:10:00Z');
  expect(await story.stands()).toMatchObject({ period: 'suspensionPeriod' });
});

it('a dispute upheld for 15.00 of 20.00, of which 8.00 were deducted: nothing is left to pay, and 3.00 are credit', async () => {
  const story = await storyOf(app, { at: '2029-10-01T00:00:00Z' });
  await story.until('2029-10-11T00:00:00Z');
  await story.deposit('8');
  await story.use('2029-10-10T10', '10');
  await story.until('2029-11-07T00:05:00Z');
  expect(await story.paid('2029-10')).toMatchObject({ payable: '20.00', cash: '8.00' });
  await story.decide('2029-10', 'manualProcessing');
  await story.decide('2029-10', 'confirmed', '15');
  await story.until('2029-12-10T00:00:00Z');
  // 20.00 were asked, of which 5.00 were right.
  expect(await story.stands()).toEqual({ available: '3.00', ...settled });
});

it('arrears of two months: a month of −30.00 pays 20.00 and then 10.00, and cash the rest', async () => {
  const story = await storyOf(app, { at: '2030-01-01T00:00:00Z' });
  const limit = { amount: '100', currency: 'USD', reason: 'A scenario' } as const;
  await story.caller.call(creditLimits.create, { params: story.params, body: limit });
  await story.until('2030-01-11T00:00:00Z');
  await story.use('2030-01-10T10', '10');
  await story.until('2030-02-11T00:00:00Z');
  await story.use('2030-02-10T10', '10');
  await story.until('2030-03-11T00:00:00Z');
  expect(await story.stands()).toMatchObject({ available: '-40.00', overdue: '40.00' });
  await story.use('2030-03-10T10', '-15');
  await story.until('2030-04-02T09:00:00Z');
  expect(await story.stands()).toMatchObject({ available: '-10.00', overdue: '10.00' });
  await story.deposit('10');
  expect(await story.stands()).toEqual({ available: '0.00', ...settled });
  expect(await story.statement('2030-01')).toMatchObject({ creditDeducted: '20.00000000', cashDeducted: '0.00000000' });
  expect(await story.statement('2030-02')).toMatchObject({
    creditDeducted: '10.00000000',
    cashDeducted: '10.00000000',
  });
});
