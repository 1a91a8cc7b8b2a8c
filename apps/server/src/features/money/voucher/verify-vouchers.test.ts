import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { verifyVouchers } from './verify-vouchers.ts';
import { issued, signedHours } from './voucher.fixture.ts';
import { writeOffEnded } from './write-off-ended.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-09-01T00:00:00Z', damaged: 'vouchers are tampered with' });
  const { id } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
  await issued(app, id, { validDays: 10 });
  await issued(app, id, { bound: false });
  app.clock.moveTo('2026-10-02T09:00:00Z');
  await signedHours(app, { contractId: id, month: '2026-09', hours: { '2026-09-05T00:00:00Z': '30' } });
  await app.ownerScript(`update next_to_sign set month = '2026-10'`);
  expect(await writeOffEnded(app.deps, app.clock.now())).toBe(1);
});
afterAll(() => app.close());

it('finds nothing in a sound installation', async () => {
  expect(await verifyVouchers(app.deps.db)).toEqual([]);
});

const bound = 'start_at is not null';
it.each([
  [
    'says that more is left',
    `update voucher set balance = balance + 1 where ${bound}`,
    'is left, 30.00000000 redeemed',
  ],
  ['says that less lapsed', `update voucher set lapsed = lapsed - 1 where ${bound}`, 'and the ledger'],
  ['says that it was worth more', `update voucher set denomination = 101 where ${bound}`, 'was granted'],
  [
    'takes what was granted for nothing',
    `delete from entry where account like 'voucher:%' and version = 1`,
    'was granted',
  ],
  ['keeps another total', 'update voucher_total set bound = bound + 1', 'the balance of its bound vouchers'],
  ['forgets what it paid', 'delete from settlement', '0 redeemed'],
  ['gives back what it paid', 'update settlement set reversed_by = posting_id', '0 redeemed'],
  [
    'makes it end later',
    `alter table voucher drop constraint voucher_window; update voucher set end_at = end_at + interval '1 day' where ${bound}`,
    'ends otherwise than',
  ],
  [
    'writes it off early',
    `update posting set at = '2026-09-02Z' where kind = 'overdue'`,
    'was written off before its end',
  ],
  ['takes the voucher away', `delete from voucher where ${bound}`, 'moves money and is no voucher'],
  [
    'has it pay hours before it was bound',
    `update voucher set start_at = start_at + interval '60 days', end_at = end_at + interval '60 days' where ${bound}`,
    'of which no hour is in its window',
  ],
])('finds a change that %s', async (_, tampering, problem) => {
  const before = await verifyVouchers(app.deps.db);
  expect(before).toEqual([]);
  const kept = ['voucher', 'voucher_total', 'entry', 'settlement', 'posting'];
  const keep = kept.map((table) => `create table kept_${table} as select * from ${table};`).join(' ');
  await app.ownerScript(`set session_replication_role = replica; ${keep} ${tampering}`);
  try {
    expect(await verifyVouchers(app.deps.db)).toContainEqual(expect.stringContaining(problem));
  } finally {
    const columns = {
      settlement: '(contract_id, statement_id, posting_id, kind, ref, amount, settled_at, reversed_by)',
    };
    const back = kept.map((table) => {
      const given = table === 'settlement' ? columns.settlement : '';
      const chosen = given === '' ? '*' : given.slice(1, -1);
      return `insert into ${table} ${given} select ${chosen} from kept_${table}; drop table kept_${table};`;
    });
    const away = kept.toReversed().map((table) => `delete from ${table};`);
    await app.ownerScript(`set session_replication_role = replica; ${away.join(' ')} ${back.join(' ')}`);
  }
});
