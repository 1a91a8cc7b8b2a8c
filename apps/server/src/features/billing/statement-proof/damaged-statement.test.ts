import { statementProofs } from '@usance/api/billing/statement-proof';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storyOf } from '#testing/scenarios/story.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
/** Contracts with a signed statement each, for one test each. */
const stories: Awaited<ReturnType<typeof storyOf>>[] = [];
let story: (typeof stories)[number];
beforeAll(async () => {
  app = await startTestApp({ now: '2026-12-01T00:00:00Z', clickhouse: true, damaged: 'amounts are changed' });
  for (let count = 0; count < 5; count += 1) stories.push(await storyOf(app, { at: '2027-01-01T00:00:00Z' }));
  app.clock.moveTo('2027-01-10T11:00:00Z');
  for (const each of stories) await each.use('2027-01-10T10', '10');
  await stories[0]?.until('2027-02-02T09:00:00Z');
});
afterAll(() => app.close());

beforeEach(() => {
  const next = stories.pop();
  if (!next) throw new Error('Each test needs a story of its own');
  story = next;
});

async function proof() {
  const { id: statementID } = await story.statement('2027-01');
  return story.caller.call(statementProofs.get, { params: { id: story.id, statementID } });
}
const wrong = async () => {
  const { agrees, sums, settled, linesAgree, digest } = await proof();
  expect(agrees).toBe(false);
  return [
    ...sums.flatMap((each) => (each.agrees ? [] : [each.of])),
    ...settled.flatMap((each) => (each.agrees ? [] : [each.by])),
    ...(linesAgree ? [] : ['linesAgree']),
    ...(digest.agrees ? [] : ['digest']),
  ];
};
const inUsageDatabase = (change: string) =>
  app.deps.clickhouse.command(change, { id: story.id }, { mutations_sync: '2' });
const asOwner = (table: string, change: string) =>
  app.ownerScript(`alter table ${table} disable trigger all; ${change}; alter table ${table} enable trigger all`);

describe('the proof of a statement finds', () => {
  it('a changed amount of a rated row, which changes the digest of the rows', async () => {
    const before = await proof();
    await inUsageDatabase(
      'ALTER TABLE purchase UPDATE amount = amount + 0.000000000001 WHERE contract_id = {id:String}',
    );
    expect(await wrong()).toEqual(['rows']);
    expect((await proof()).digest.rows).not.toBe(before.digest.rows);
  });

  it('a sum of rows under another price', async () => {
    await inUsageDatabase('ALTER TABLE rated_rollup UPDATE list_price = 3 WHERE contract_id = {id:String}');
    expect(await wrong()).toEqual(['skus']);
  });

  it('a changed day', async () => {
    await asOwner('rated_day', `update rated_day set amount = amount + 1 where contract_id = '${story.id}'`);
    expect(await wrong()).toEqual(['rows', 'days']);
  });

  it('a changed line, by its sum or by the digest', async () => {
    await asOwner('statement_line', `update statement_line set amount = amount + 1 where contract_id = '${story.id}'`);
    expect(await wrong()).toEqual(['linesAgree']);
    await asOwner('statement_line', `update statement_line set region = 'x' where contract_id = '${story.id}'`);
    expect(await wrong()).toEqual(['lines', 'linesAgree', 'digest']);
  });

  it('a payment that the statement does not state', async () => {
    await asOwner(
      'settlement',
      `insert into settlement (contract_id, statement_id, posting_id, kind, amount, settled_at)
      select contract_id, memo ->> 'statementID', id, 'cash', 1, at from posting where contract_id = '${story.id}' and kind = 'sign'`,
    );
    expect(await wrong()).toEqual(['cash']);
  });
});
