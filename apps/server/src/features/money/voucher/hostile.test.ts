import { vouchers } from '@usance/api/money/voucher';
import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { type Hostile, refusesToEverybody } from '#testing/hostile.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
const names = { C: '', O: '', B: '', U: '' };
beforeAll(async () => {
  app = await startTestApp({ now: '2026-09-10T10:30:00Z' });
  names.C = (await contract(app)).id;
  names.O = (await contract(app)).id;
  const body = { denomination: '10', currency: 'USD', validDays: 30, reason: 'A test' } as const;
  const issue = (bound: boolean) =>
    internalCaller(app).call(vouchers.issue, { params: { id: names.C }, body: { ...body, bound } });
  names.B = (await issue(true)).id;
  names.U = (await issue(false)).id;
});
afterAll(() => app.close());

const row = (id: string, more: Record<string, string> = {}) => {
  const columns: Record<string, string> = {
    contract_id: "'$C'",
    id: `'${id}'`,
    denomination: '5',
    valid_days: '1',
    origin: "'operator'",
    reason: "''",
    created_at: 'now()',
    ...more,
  };
  return `insert into voucher (${Object.keys(columns).join(', ')}) values (${Object.values(columns).join(', ')})`;
};
const moved = (kind: string, voucher: string, amount: number, at = 'now()') =>
  `select ledger_post('$C', 'USD', 'pst-x', '${kind}', ${at}, '{}',
     '[{"account":"voucher_grant","kind":"voucher_grant","amount":"${-amount}"},{"account":"voucher:${voucher}","kind":"voucher","ref":"${voucher}","amount":"${amount}"}]')`;
/** A bound voucher of 5, issued and granted at an instant. */
const aged = (id: string, at: string) => {
  const window = { start_at: `'${at}'`, end_at: `timestamptz '${at}' + interval '24 hours'` };
  return `${row(id, { created_at: `'${at}'`, ...window })}; ${moved('voucher', id, 5, `'${at}'`)}`;
};

const hostile: readonly Hostile[] = [
  ['inserts a voucher without a grant', row('vch-x')],
  ['grants less than it is worth', `${row('vch-x')}; ${moved('voucher', 'vch-x', 4)}`],
  [
    'issues one at another time than it is granted',
    `${row('vch-x', { created_at: "now() - interval '1 day'" })}; ${moved('voucher', 'vch-x', 5)}`,
  ],
  ['issues one before its contract was made', aged('vch-x', '2021-01-01 00:00Z')],
  ['issues one in years that billing does not know', aged('vch-x', '1999-12-31 23:59Z')],
  ['grants one in years that are too far ahead', aged('vch-x', '2101-01-01 00:00Z')],
  ['grants it twice', moved('voucher', '$B', 10)],
  ['grants a voucher that is not there', moved('voucher', 'vch-y', 1)],
  ['makes one that has money already', row('vch-x', { balance: '5' })],
  ['makes one that was overdue already', row('vch-x', { lapsed: '5' })],
  ['makes one worth nothing', row('vch-x', { denomination: '0' })],
  ['makes one with an arbitrary end', row('vch-x', { start_at: 'now()', end_at: "now() + interval '3 days'" })],
  [
    'binds one before it was issued',
    row('vch-x', { start_at: "now() - interval '1 hour'", end_at: "now() + interval '23 hours'" }),
  ],
  [
    'makes one out of a waiting voucher that does not exist',
    row('vch-x', { origin: "'accountInit'", init_voucher_id: "'aiv-x'" }),
  ],
  ['changes what one is worth', `update voucher set denomination = 11 where id = '$B'`],
  ['changes for how long', `update voucher set valid_days = 31 where id = '$U'`],
  ['gives one to another contract', `update voucher set contract_id = '$O' where id = '$B'`],
  ['binds one again', `update voucher set start_at = now(), end_at = now() + interval '720 hours' where id = '$B'`],
  ['takes the window off', `update voucher set start_at = null, end_at = null where id = '$B'`],
  [
    'binds it for longer than its valid days',
    `update voucher set start_at = now(), end_at = now() + interval '721 hours' where id = '$U'`,
  ],
  [
    'binds it to begin hours before the calendar’s last round',
    `insert into calendar_tick (last_at) select created_at + interval '2 hours' from voucher where id = '$U';
     update voucher set start_at = created_at, end_at = created_at + interval '720 hours' where id = '$U'`,
  ],
  ['gives one money by hand', `update voucher set balance = 9 where id = '$B'`],
  ['says that one lapsed', `update voucher set balance = 4, lapsed = 6 where id = '$B'`],
  ['writes off one that has not ended', moved('overdue', '$B', -10, "timestamptz '2026-09-12Z'")],
  ['writes off one that is not bound', moved('overdue', '$U', -10)],
  ['writes back what was never written off', moved('overdue', '$B', 1, "now() + interval '1 year'")],
  ['takes one away', `delete from voucher where id = '$B'`],
  ['empties them all', 'truncate voucher cascade'],
];
refusesToEverybody(hostile, () => ({
  db: app.deps.db,
  script: app.ownerScript,
  names,
  everything: async () => (await sql`select * from voucher order by id`.execute(app.deps.db)).rows,
}));
