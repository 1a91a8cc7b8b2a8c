import { createHash } from 'node:crypto';
import { billingVersions } from '@usance/api/billing-version';
import { contracts } from '@usance/api/contract';
import { contractArchives } from '@usance/api/contract-archive';
import { contractKeys } from '@usance/api/contract-key';
import { kycInfos } from '@usance/api/kyc-info';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract, member } from '../../../testing/builders.ts';
import { type Caller, internalCaller } from '../../../testing/callers.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { costing, runAt, signed } from '../../billing/statement/statement.fixture.ts';
import { dayRated } from '../../metering/billing-day/rated-day.fixture.ts';
import { setDiscount } from '../../metering/price/set-discount.ts';
import { holdPrices } from '../../metering/rating-terms/rating-terms.ts';
import { deposited } from '../../money/ledger/ledger.fixture.ts';
import { verifyLedger } from '../../money/ledger/verify-ledger.ts';
import { takeTurn } from '../../party/contract/turnstile.ts';
import { SealingKey } from '../../party/second-factor-record/sealing-key.ts';
import { verifyAccountPeriods } from '../verify/verify-account-periods.ts';
import { verifyStatements } from '../verify/verify-statements.ts';
import { archivedTables, knownFiles } from './archived-tables.ts';
import { digestOf, rowsOf, sha256Of } from './manifest.ts';
import { readTar, writeTar } from './tar.ts';

const now = '2026-10-20T00:00:00Z';
const sealingKey = new SealingKey('the key of the first installation');
/** Made anew where it comes to, told by people's e-mail, or what the manifest says stays behind. */
const staying = [
  ...['account_period', 'account_told', 'carried_month', 'contract_role', 'next_to_sign', 'voucher_total'],
  ...['usage_batch', 'usage_day', 'usage_dirty_day', 'usage_to_count', 'rated_day', 'dead_run'],
  ...['audit', 'audit_change', 'notification', 'notification_read', 'contract_blacklist', 'feature_gate'],
  'datacloud_order',
];
let from: TestApp;
let to: TestApp;
let id = '';
let tar = '';
let admin: Awaited<ReturnType<typeof member>>;

beforeAll(async () => {
  from = await startTestApp({ now, sealingKey });
  ({ id } = await contract(from, { buyerType: 'P', buyerName: '韩梅梅', dueDays: 9 }));
  admin = await member(from, id, 'admin');
  const body = {
    buyerType: 'P',
    citizenName: '韩梅梅',
    citizenSocialId: '11010519491231002X',
    address: '1 Harbour Road',
    contactPhone: '13800138000',
    contactEmail: 'han@example.com',
  } as const;
  await internalCaller(from).call(kycInfos.update, { params: { id }, body });
  await from.deps.db
    .transaction()
    .execute((tx) => setDiscount({ tx }, { contractId: id, rate: '0.92', from: new Date(now) }));
  await signed(from, { contractId: id, month: '2026-08', lines: [costing('-3.005')], at: '2026-09-02T09:00:00Z' });
  await signed(from, { contractId: id, month: '2026-09', lines: [costing('7.5'), costing('0.125')] });
  await deposited(from, id, '5');
  await runAt(from, now);
  tar = await exported(from);
});
afterAll(() => from.close());

const exported = (app: TestApp, leaveUsage = false) =>
  internalCaller(app).call(contractArchives.export, { params: { id }, query: { leaveUsage } });
const filesOf = (text: string) => readTar(Buffer.from(text), knownFiles);
const digestIn = (text: string): string => JSON.parse(filesOf(text).get('manifest.json')?.toString() ?? '{}').digest;
const imported = (caller: Caller = internalCaller(to)) => caller.call(contractArchives.import, { body: tar });
const refused = (body: string) => internalCaller(to).refusal(contractArchives.import, { body });
const rowsThere = async () =>
  (await to.deps.db.selectFrom('contract').selectAll().execute()).length +
  (await to.deps.db.selectFrom('posting').selectAll().execute()).length;

/** The archive with files changed, and a manifest that says so. */
function changed(change: (name: string, text: string) => string, manifest: object = {}): string {
  const files = filesOf(tar);
  const said = JSON.parse(files.get('manifest.json')?.toString() ?? '{}');
  for (const [name, content] of files) {
    if (name === 'manifest.json') continue;
    const next = Buffer.from(change(name, content.toString()));
    files.set(name, next);
    said.files[name] = { bytes: next.length, rows: rowsOf(next), sha256: sha256Of(next) };
  }
  said.digest = digestOf(files);
  files.set('manifest.json', Buffer.from(JSON.stringify({ ...said, ...manifest })));
  return writeTar(files).toString();
}
/** A contract's id that shares the gate of the turnstile and the row of rating terms with this one. */
function ofOneTurnAndPrices(like: string): string {
  const drawn = (each: string) => {
    const digest = createHash('sha256').update(each).digest();
    return `${digest.readUInt32BE() % 64} ${digest[0]}`;
  };
  for (let n = 0; ; n += 1) if (drawn(`ct-other${n}`) === drawn(like)) return `ct-other${n}`;
}
const inFile = (file: string, before: RegExp | string, after: string) =>
  changed((name, text) => (name === file ? text.replace(before, after) : text));

describe('a contract that moves to another installation', () => {
  beforeEach(async () => {
    to = await startTestApp({ now, sealingKey: new SealingKey('another key', ['the key of the first installation']) });
    return () => to.close();
  });

  it('comes back identical, sound, and with who is known there', async () => {
    const reply = await imported();
    expect(reply).toEqual({ contractId: id, digest: digestIn(tar), leftOut: [admin.identifier], isReadable: true });
    expect(digestIn(await exported(to))).toBe(digestIn(tar));
    for (const file of knownFiles.filter((name) => name.endsWith('.jsonl')))
      expect(
        filesOf(await exported(to))
          .get(file)
          ?.toString(),
      ).toBe(filesOf(tar).get(file)?.toString());
    expect(await verifyLedger(to.deps.db)).toEqual([]);
    expect(await verifyStatements(to.deps.db)).toEqual([]);
    expect(await verifyAccountPeriods(to.deps.db)).toEqual([]);
    expect(await internalCaller(to).call(kycInfos.get, { params: { id } })).toMatchObject({
      citizenSocialId: '11010519491231002X',
    });
    expect((await internalCaller(to).call(contractKeys.encodedlicense, { params: { id } })).license).toBe(
      (await internalCaller(from).call(contractKeys.encodedlicense, { params: { id } })).license,
    );
  });

  it('is billed by the version that it was billed by', async () => {
    await imported();
    const versions = async (app: TestApp) =>
      (await internalCaller(app).call(billingVersions.listAll, { query: { contractId: id } })).items;
    expect(await versions(from)).toHaveLength(1);
    expect(await versions(to)).toEqual(await versions(from));
  });

  it('keeps nobody waiting who has a turn before it', async () => {
    const other = ofOneTurnAndPrices(id);
    const [taken, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const signing = to.deps.db.transaction().execute(async (tx) => {
      // As who signs a month: first the contract, then its prices.
      await takeTurn(tx, [other], 'alone');
      taken.resolve();
      await arrived.promise;
      await holdPrices(tx, { id: other, currency: 'USD' });
    });
    await taken.promise;
    const importing = imported();
    const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    while ((await waiting.execute(to.deps.db)).rows.length === 0);
    arrived.resolve();
    await signing;
    expect(await importing).toMatchObject({ contractId: id });
  });

  it('gives those their roles who have an account by their e-mail', async () => {
    // Numbers on paper are counted by day: one of the same day has the same number here.
    const { id: other } = await contract(to, { signDate: '2025-02-01T00:00:00Z' });
    const here = await member(to, other, 'viewer');
    const body = changed((name, text) =>
      name === 'people.json' ? text.replace(admin.identifier, here.identifier) : text,
    );
    expect(await internalCaller(to).call(contractArchives.import, { body })).toMatchObject({ leftOut: [] });
    expect(await here.call(contracts.get, { params: { id } })).toMatchObject({ roles: ['admin'] });
  });

  it('is imported once', async () => {
    const both = await Promise.allSettled([imported(), imported()]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refused(tar)).toMatchObject({ code: 409, reason: 'CONTRACT_EXISTS' });
  });

  it('says where nobody here can read what was sealed there', async () => {
    const other = await startTestApp({ now, sealingKey: new SealingKey('a third key') });
    expect(await imported(internalCaller(other))).toMatchObject({ isReadable: false });
    expect(await internalCaller(other).refusal(contractKeys.encodedlicense, { params: { id } })).toMatchObject({
      reason: 'CONTRACT_KEY_NOT_FOUND',
    });
    await other.close();
  });

  it('takes nobody’s number or key along in clear', () => {
    expect(tar).toContain('韩梅梅');
    expect(tar).not.toContain('11010519491231002X');
    expect(tar).not.toContain('PRIVATE KEY');
  });
});

it('of each table with rows of contracts it is said whether they travel', async () => {
  const { rows } = await sql<{ table: string }>`
    select table_name as table from information_schema.columns
    where table_schema = 'public' and column_name = 'contract_id'`.execute(from.deps.db);
  const travel = archivedTables.map(({ table }) => table).filter((table) => table !== 'contract');
  expect(rows.map(({ table }) => table).sort()).toEqual([...travel, ...staying].sort());
});

it('a contract with usage that is not signed stays, unless that is to stay behind', async () => {
  const { id: used } = await contract(from);
  await dayRated(from, { contractId: used, day: '2026-10-03', amount: '1' });
  await from.deps.db
    .insertInto('usage_dirty_day')
    .values({ contract_id: used, day: '2026-10-03' } as never)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const call = { params: { id: used }, query: { leaveUsage: false } };
  expect(await internalCaller(from).refusal(contractArchives.export, call)).toMatchObject({
    code: 409,
    reason: 'USAGE_UNSIGNED',
    metadata: { month: '2026-10' },
  });
  await internalCaller(from).call(contractArchives.export, { params: { id: used }, query: { leaveUsage: true } });
});

describe('an archive is refused, and nothing of it is kept', () => {
  beforeAll(async () => {
    to = await startTestApp({ now });
    return () => to.close();
  });
  const cases: readonly (readonly [string, () => string, string])[] = [
    ['that is cut off', () => tar.slice(0, -700), 'archive'],
    ['that says a file of 8 GB', () => bytes(124, '77777777777'), 'checksum'],
    ['whose size is in base 256', () => bytes(124, '\u0001\0\0\0'), 'size'],
    ['of a symbolic link', () => bytes(156, '2'), 'no plain file'],
    ['of a device', () => bytes(156, '3'), 'no plain file'],
    ['of a sparse file', () => bytes(156, 'S'), 'no plain file'],
    ['with a header of pax', () => bytes(156, 'x'), 'no plain file'],
    ['of a path that leads out', () => bytes(0, '../../etc/passwd\0'), 'none of ours'],
    ['of an absolute path', () => bytes(0, '/etc/passwd\0'), 'none of ours'],
    ['of a path by prefix', () => bytes(345, '/etc'), 'checksum'],
    ['whose header has another checksum', () => bytes(148, '000001'), 'checksum'],
    ['with something behind its end', () => `${tar}x`, 'does not end'],
    [
      'with a file twice',
      () => tar.slice(0, -1024) + writeTar(new Map([['people.json', Buffer.from('')]])).toString(),
      'twice',
    ],
    ['that is none', () => 'GIF89a', 'cut off'],
    ['of another format', () => changed((_, text) => text, { format: 'usance-contract-2' }), 'manifest.json'],
    ['whose digest is another', () => changed((_, text) => text, { digest: '0'.repeat(64) }), 'digest'],
    ['of another contract', () => changed((_, text) => text, { contractId: 'ct-aaaaaaaa' }), 'another contract'],
    ['with rows of another contract', () => inFile('posting.jsonl', /ct-\w+/, 'ct-aaaaaaaa'), 'another contract'],
    ['with a statement in another currency', () => inFile('statement.jsonl', '"USD"', '"CNY"'), 'another currency'],
    [
      'with a posting that does not balance',
      () => inFile('entry.jsonl', '"amount": 5.00000000', '"amount": 6.00000000'),
      'fit',
    ],
    [
      'whose balance is another',
      () => inFile('ledger_account.jsonl', /"balance": -?[\d.]+/, '"balance": 99.00000000'),
      'come to',
    ],
    [
      'whose statement owes less',
      () => inFile('statement.jsonl', /"cash_deducted": [\d.]+/, '"cash_deducted": 0.50000000'),
      'fit',
    ],
    ['with a line that is left out', () => inFile('statement_line.jsonl', /^.*\n/, ''), 'signed'],
    ['with a line that says another amount', () => inFile('statement_line.jsonl', 'us-east-1', 'us-west-1'), 'signed'],
    ['with a column that nobody knows', () => inFile('contract.jsonl', '{', '{"is_admin": true, '), 'keeps'],
    ['with a role that there is not', () => inFile('people.json', '"admin"', '"root"'), 'people.json'],
    ['without a contract', () => inFile('contract.jsonl', /^.*\n/, ''), 'one contract'],
    ['with a key of another size', () => inFile('contract_key.jsonl', /"\\\\x[0-9a-f]+"/, '"\\\\\\\\x00"'), 'fit'],
  ];
  const bytes = (at: number, text: string) => {
    // The second header: that of the first file after the manifest.
    const copy = Buffer.from(tar);
    const manifest = filesOf(tar).get('manifest.json')?.length ?? 0;
    copy.write(text, 512 + Math.ceil(manifest / 512) * 512 + at, 'latin1');
    return copy.toString();
  };

  it.each(cases)('%s', async (_, body, why) => {
    const before = await rowsThere();
    const refusal = await refused(body());
    expect(refusal).toMatchObject({ code: 400, reason: 'INVALID_PARAMETER', message: expect.stringContaining(why) });
    expect(await rowsThere()).toBe(before);
  });
});
