import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Hostile, refusesToEverybody } from '#testing/hostile.ts';
import type { TestPostgres } from '#testing/test-postgres.ts';
import {
  bankAccount,
  bareContract,
  between,
  cash,
  move,
  openLedgerAlone,
  receivable,
  revenue,
} from './ledger.fixture.ts';
import { verifyLedger } from './verify-ledger.ts';

let postgres: TestPostgres;
let contract: string;
let first: string;
beforeAll(async () => {
  postgres = await openLedgerAlone();
  contract = await bareContract(postgres);
  first = (await move(postgres, contract, 'deposit', between(bankAccount, cash, '100'))).postingId;
  await move(postgres, contract, 'sign', between(receivable, revenue, '40'));
  await move(postgres, contract, 'deduct', between(cash, receivable, '10'));
});
afterAll(() => postgres.close());

/** `$C` is the contract, `$P` its first posting. */
const hostile: readonly Hostile[] = [
  ['raises a balance', `update ledger_account set balance = balance + 1 where id = 'cash'`],
  [
    'raises a balance with its version',
    `update ledger_account set balance = 91, version = version + 1 where id = 'cash'`,
  ],
  ['raises a version', `update ledger_account set version = version + 1 where id = 'cash'`],
  ['forgives a debt', `update ledger_account set balance = 0 where kind = 'receivable'`],
  ['turns an account into another', `update ledger_account set kind = 'bank', id = 'bank2' where id = 'cash'`],
  ['gives an account to another contract', `update ledger_account set contract_id = 'ct-aaaa' where id = 'cash'`],
  ['opens an account with money in it', `insert into ledger_account values ('$C', 'frozen', 'frozen', null, 5, 0)`],
  ['opens an account at a version', `insert into ledger_account values ('$C', 'frozen', 'frozen', null, 0, 1)`],
  ['opens a second cash account', `insert into ledger_account values ('$C', 'cash:x', 'cash', 'x', 0, 0)`],
  ['deletes an account', `delete from ledger_account where id = 'cash'`],
  ['empties the accounts', `truncate ledger_account cascade`],
  ['changes an entry', `update entry set amount = 1000 where account = 'cash'`],
  ['deletes an entry', `delete from entry where account = 'cash'`],
  ['empties the entries', `truncate entry cascade`],
  ['moves a posting in time', `update posting set at = at - interval '1 day'`],
  ['changes a memo', `update posting set memo = '{"statementID":"stm-zzzz"}'`],
  ['deletes a posting', `delete from posting`],
  ['empties the postings', `truncate posting cascade`],
  ['adds a posting without entries', `insert into posting values ('$C', 'pst-x', 4, 'deposit', now(), '{}', 2, 90)`],
  [
    'adds a posting with a bank balance of its own',
    `insert into posting values ('$C', 'pst-x', 4, 'deposit', now(), '{}', 2, 500);
     insert into entry values ('$C', 'bank', 2, 'pst-x', -1, -101), ('$C', 'cash', 3, 'pst-x', 1, 91)`,
  ],
  [
    'leaves a gap between postings',
    `insert into posting values ('$C', 'pst-x', 5, 'deposit', now(), '{}', 2, 91);
     insert into entry values ('$C', 'bank', 2, 'pst-x', -1, -101), ('$C', 'cash', 3, 'pst-x', 1, 91)`,
  ],
  [
    'adds an unbalanced posting',
    `insert into posting values ('$C', 'pst-x', 4, 'deposit', now(), '{}', 2, 92);
     insert into entry values ('$C', 'bank', 2, 'pst-x', -1, -101), ('$C', 'cash', 3, 'pst-x', 2, 92)`,
  ],
  [
    'adds a balanced pair to an old posting',
    `insert into entry values ('$C', 'revenue', 2, '$P', -1, 39), ('$C', 'receivable:stm-aaaa', 3, '$P', 1, -29)`,
  ],
  [
    'posts at a time that no clock shows',
    `select ledger_post('$C', 'USD', 'pst-x', 'deposit', 'infinity', '{}', '[{"account":"cash","kind":"cash","amount":"1"},{"account":"bank","kind":"bank","amount":"-1"}]')`,
  ],
  [
    'hides a leg of an old posting among those of a new one',
    `insert into posting values ('$C', 'pst-x', 4, 'deposit', now(), '{}', 2, 91);
     insert into entry values ('$C', 'bank', 2, 'pst-x', -1, -101), ('$C', 'cash', 3, 'pst-x', 1, 91), ('$C', 'frozen', 1, '$P', 5, 5)`,
  ],
  [
    'adds them in two parts of one statement',
    `insert into posting values ('$C', 'pst-x', 4, 'deposit', now(), '{}', 2, 91);
     with others as (insert into entry values ('$C', 'bank', 2, 'pst-x', -1, -101), ('$C', 'cash', 3, 'pst-x', 1, 91))
     insert into entry values ('$C', 'revenue', 2, '$P', 5, 45)`,
  ],
  [
    'adds two entries of an account at once, of which the second does not follow',
    `insert into posting values ('$C', 'pst-x', 4, 'deposit', now(), '{}', 2, 91), ('$C', 'pst-y', 5, 'deposit', now(), '{}', 2, 92);
     insert into entry values ('$C', 'bank', 2, 'pst-x', -1, -101), ('$C', 'cash', 3, 'pst-x', 1, 91),
       ('$C', 'bank', 3, 'pst-y', -1, -102), ('$C', 'cash', 4, 'pst-y', 1, 93)`,
  ],
  ['adds one entry', `insert into entry values ('$C', 'revenue', 2, '$P', 5, 45)`],
  ['skips a version', `insert into entry values ('$C', 'revenue', 3, '$P', 5, 45)`],
  ['repeats a version', `insert into entry values ('$C', 'revenue', 1, '$P', 5, 45)`],
  ['adds an entry whose balance does not follow', `insert into entry values ('$C', 'revenue', 2, '$P', 5, 1000)`],
  ['adds an entry of nothing', `insert into entry values ('$C', 'revenue', 2, '$P', 0, 40)`],
  ['adds an entry to no posting', `insert into entry values ('$C', 'revenue', 2, 'pst-none', 5, 45)`],
  ['changes the currency of a contract', `update contract set currency = 'CNY' where id = '$C'`],
  ['deletes a contract with its ledger', `delete from contract where id = '$C'`],
  [
    'posts in another currency',
    `select ledger_post('$C', 'CNY', 'pst-x', 'deposit', now(), '{}', '[{"account":"cash","kind":"cash","amount":"1"},{"account":"bank","kind":"bank","amount":"-1"}]')`,
  ],
  [
    'posts to an account under a false name',
    `select ledger_post('$C', 'USD', 'pst-x', 'deposit', now(), '{}', '[{"account":"cash2","kind":"bank","amount":"-1"},{"account":"bank","kind":"bank","amount":"1"}]')`,
  ],
  [
    'posts for a contract that is not there',
    `select ledger_post('ct-none', 'USD', 'pst-x', 'deposit', now(), '{}', '[{"account":"cash","kind":"cash","amount":"1"},{"account":"bank","kind":"bank","amount":"-1"}]')`,
  ],
  [
    'overdraws in steps that end well',
    `select ledger_post('$C', 'USD', 'pst-x', 'withdraw', now(), '{}', '[{"account":"cash","kind":"cash","amount":"-91"},{"account":"bank","kind":"bank","amount":"91"}]');
     select ledger_post('$C', 'USD', 'pst-y', 'deposit', now(), '{}', '[{"account":"cash","kind":"cash","amount":"91"},{"account":"bank","kind":"bank","amount":"-91"}]')`,
  ],
  [
    'repeats a posting',
    `select ledger_post('$C', 'USD', '$P', 'deposit', now(), '{}', '[{"account":"cash","kind":"cash","amount":"1"},{"account":"bank","kind":"bank","amount":"-1"}]')`,
  ],
  ...(
    [
      ['pays a deposit out of a voucher grant', 'deposit', 'voucher_grant -1, cash 1'],
      ['takes a deposit out', 'deposit', 'cash -1, bank 1'],
      ['withdraws without the bank', 'withdraw', 'cash -1, voucher_grant 1'],
      ['freezes money that comes from the bank', 'freeze', 'bank -1, frozen 1'],
      ['releases cash that the bank does not hold', 'unfreeze', 'bank -1, cash 1'],
      ['turns cash into credit', 'credit', 'cash -1, credit 1'],
      ['earns cash by signing', 'sign', 'cash -1, revenue 1'],
      ['turns a voucher grant into credit', 'credit', 'voucher_grant -1, credit 1'],
      ['adds what it may not to what it may', 'deposit', 'bank -2, cash 1, frozen 1'],
    ] as const
  ).map(
    ([does, kind, legs]): Hostile => [
      does,
      `select ledger_post('$C', 'USD', gen_random_uuid()::text, '${kind}', now(), '{}', '${entries(legs)}')`,
    ],
  ),
];

/** Parses `bank -1, cash 1` into entries for the ledger. */
function entries(legs: string): string {
  const given = legs.split(', ').map((leg) => leg.split(' '));
  return JSON.stringify(given.map(([account, amount]) => ({ account, kind: account, amount })));
}

/** Statements that would disable the guards. */
const unguarding: readonly Hostile[] = [
  ['drop a table', 'drop table entry cascade'],
  ['drop a guard', 'drop trigger entry_is_append_only on entry'],
  ['switch a guard off', 'alter table entry disable trigger user'],
  ['switch all guards off', 'set session_replication_role = replica'],
  [
    'rewrite a guard',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
  ],
  ['rewrite the audit', "update audit set call = 'none'"],
  ['forget a migration', 'delete from schema_migration'],
  ['begin another life of the installation', "update installation set epoch = 'other'"],
  ['make a table of its own', 'create table mine (id int)'],
];

refusesToEverybody(hostile, () => ({
  db: postgres.db,
  script: postgres.script,
  names: { C: contract, P: first },
  everything,
}));

it.each(unguarding)('the database does not let the application %s', async (_, text) => {
  const before = await everything();
  await expect(sql.raw(text).execute(postgres.db)).rejects.toMatchObject({ code: '42501' });
  expect(await everything()).toEqual(before);
});

async function everything() {
  const { db } = postgres;
  expect(await verifyLedger(db)).toEqual([]);
  return {
    accounts: await db.selectFrom('ledger_account').selectAll().orderBy('id').execute(),
    postings: await db.selectFrom('posting').selectAll().orderBy('no').execute(),
    entries: await db.selectFrom('entry').selectAll().orderBy('account').orderBy('version').execute(),
    contracts: await db.selectFrom('contract').selectAll().execute(),
  };
}
