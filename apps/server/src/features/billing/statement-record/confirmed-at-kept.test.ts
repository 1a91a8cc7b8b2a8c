import { statements } from '@usance/api/billing/statement';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { refusesToEverybody } from '#testing/hostile.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { costing, signed } from '../statement/statement.fixture.ts';

let app: TestApp;
const names = { C: '', S: '' };
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-03T00:00:00Z' });
  names.C = (await contract(app)).id;
  names.S = (await signed(app, { contractId: names.C, month: '2026-09', lines: [costing('5')] })).id;
  await changedTo('confirmed');
});
afterAll(() => app.close());

const changedTo = async (confirmState: 'confirmed' | 'manualProcessing') => {
  const operator = internalCaller(app);
  await operator.call(statements.update, { params: { id: names.C }, body: [{ id: names.S, confirmState }] });
  return (await operator.call(statements.get, { params: { id: names.C, statementID: names.S } })).confirmedAt;
};

refusesToEverybody(
  [
    ['confirms a statement before it was signed', `update statement set confirmed_at = '2020-01-01Z' where id = '$S'`],
    ['confirms it again', `update statement set confirmed_at = confirmed_at + interval '1 hour' where id = '$S'`],
    ['forgets when it was confirmed', `update statement set confirmed_at = null where id = '$S'`],
  ],
  () => ({
    db: app.deps.db,
    script: app.ownerScript,
    names,
    everything: () => app.deps.db.selectFrom('statement').selectAll().where('id', '=', names.S).execute(),
  }),
);

it('is confirmed anew by the end of a dispute', async () => {
  expect(await changedTo('manualProcessing')).toBeNull();
  app.clock.moveTo('2026-10-04T00:00:00Z');
  expect(await changedTo('confirmed')).toBe('2026-10-04T00:00:00.000Z');
});
