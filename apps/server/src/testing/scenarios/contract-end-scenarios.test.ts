import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';
import { storyOf } from './story.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-12-01T00:00:00Z', clickhouse: true });
});
afterAll(() => app.close());

it('a contract that ends within a month: 10 × 2 before its end and 3 × 2 late usage are 26.00, and no month follows', async () => {
  const story = await storyOf(app, { at: '2027-01-01T00:00:00Z' });
  const body = {
    contractId: story.id,
    state: 'End',
    reason: 'A scenario',
    effectiveAt: '2027-01-15T12:00:00Z',
  } as const;
  await story.caller.call(contractLifecycles.create, { body });
  await story.until('2027-01-15T11:30:00Z');
  await story.use('2027-01-15T10', '10');
  await story.until('2027-01-15T12:00:00Z');
  await story.until('2027-01-20T00:00:00Z');
  expect(await story.use('2027-01-15T12', '1')).toMatchObject({ accepted: 0, refused: 1 });
  expect(await story.use('2027-01-15T09', '3')).toMatchObject({ accepted: 1, refused: 0 });
  await story.until('2027-04-02T09:00:00Z');
  expect((await story.signedOnes()).map(({ month }) => month)).toEqual(['2027-01']);
  expect(await story.paid('2027-01')).toMatchObject({ amount: '26.00', payable: '26.00' });
});

it('a renewal within a month: the former contract pays 10 × 2 before it, the new one 3 × 2 after it', async () => {
  const former = await storyOf(app, { at: '2027-05-01T00:00:00Z' });
  const successor = await storyOf(app, { at: '2027-05-10T00:00:00Z' });
  const renewal = { state: 'Renewed', successorId: successor.id, effectiveAt: '2027-05-15T12:00:00Z' } as const;
  const body = { contractId: former.id, reason: 'A scenario', ...renewal };
  await former.caller.call(contractLifecycles.create, { body });
  await former.until('2027-05-15T12:00:00Z');
  await former.until('2027-05-20T00:00:00Z');
  // Its meter keeps naming the former contract, and sends late.
  expect(await former.use('2027-05-15T11', '10')).toMatchObject({ accepted: 1 });
  expect(await former.use('2027-05-15T12', '3')).toMatchObject({ accepted: 1 });
  await former.until('2027-06-02T09:00:00Z');
  expect(await former.paid('2027-05')).toMatchObject({ amount: '20.00' });
  expect(await successor.paid('2027-05')).toMatchObject({ amount: '6.00' });
});

it('a renewal that runs five hours late: the former contract pays 10 × 2 before it, the new one 3 × 2 sent meanwhile', async () => {
  const former = await storyOf(app, { at: '2027-07-01T00:00:00Z' });
  const successor = await storyOf(app, { at: '2027-07-10T00:00:00Z' });
  const renewal = { state: 'Renewed', successorId: successor.id, effectiveAt: '2027-07-15T00:00:00Z' } as const;
  const body = { contractId: former.id, reason: 'A scenario', ...renewal };
  await former.caller.call(contractLifecycles.create, { body });
  await former.until('2027-07-14T23:30:00Z');
  app.clock.moveTo('2027-07-15T04:30:00Z');
  expect(await former.use('2027-07-14T23', '10')).toMatchObject({ accepted: 1 });
  expect(await former.use('2027-07-15T02', '3')).toMatchObject({ accepted: 1 });
  await former.asleepUntil('2027-07-15T05:00:00Z');
  await former.until('2027-08-02T09:00:00Z');
  expect(await former.paid('2027-07')).toMatchObject({ amount: '20.00' });
  expect(await successor.paid('2027-07')).toMatchObject({ amount: '6.00' });
});
