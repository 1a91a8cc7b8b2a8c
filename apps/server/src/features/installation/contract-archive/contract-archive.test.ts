import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditRecords } from '@usance/api/contract/audit-record';
import { billingVersions } from '@usance/api/contract/billing-version';
import { contracts } from '@usance/api/contract/contract';
import { contractKeys } from '@usance/api/contract/contract-key';
import { kycInfos } from '@usance/api/contract/kyc-info';
import { contractArchives } from '@usance/api/installation/contract-archive';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SealingKey } from '#platform/sealing/sealing-key.ts';
import { contract, member } from '#testing/builders.ts';
import { type Caller, internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { verifyAccountPeriods } from '../../billing/account-period/verify-account-periods.ts';
import { verifyStatements } from '../../billing/statement/verify-statements.ts';
import { takeTurn } from '../../contract/contract/turnstile.ts';
import { dayRated } from '../../metering/billing-day/rated-day.fixture.ts';
import { lockPrices } from '../../metering/rating-terms/rating-terms.ts';
import { verifyLedger } from '../../money/ledger/verify-ledger.ts';
import { archivedTables, knownFiles, leftOutTables } from './archived-tables.ts';
import { archivedFiles, changedArchive, contractToMove, exported, movingDay } from './contract-archive.fixture.ts';

const sealingKey = new SealingKey('the key of the first installation');
let from: TestApp;
let to: TestApp;
let id = '';
let tar = '';
let admin: Awaited<ReturnType<typeof member>>;

beforeAll(async () => {
  from = await startTestApp({ now: movingDay, sealingKey });
  ({ id, admin } = await contractToMove(from));
  tar = await exported(from, id);
});
afterAll(() => from.close());

const digestIn = async (text: string): Promise<string> =>
  JSON.parse((await archivedFiles(text)).get('manifest.json')?.toString() ?? '{}').digest;
const imported = (caller: Caller = internalCaller(to)) => caller.call(contractArchives.import, { body: tar });
/** Unpacks an archive, and packs its files in the other order, so that the manifest is last. */
function packedAgain(archive: string, format: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'usance-tar-'));
  try {
    execFileSync('tar', ['-xf', '-'], { cwd: folder, input: archive });
    const names = readdirSync(folder).sort().reverse();
    const order = [...names.filter((name) => name !== 'manifest.json'), 'manifest.json'];
    return execFileSync('tar', [...format, '-cf', '-', ...order], { cwd: folder, encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
/** The id of a contract that shares its turnstile gate and its row of rating terms with this one. */
function ofOneTurnAndPrices(like: string): string {
  const drawn = (each: string) => {
    const digest = createHash('sha256').update(each).digest();
    return `${digest.readUInt32BE() % 64} ${digest[0]}`;
  };
  for (let n = 0; ; n += 1) if (drawn(`ct-other${n}`) === drawn(like)) return `ct-other${n}`;
}

describe('a contract that moves to another installation', () => {
  beforeEach(async () => {
    to = await startTestApp({
      now: movingDay,
      sealingKey: new SealingKey('another key', ['the key of the first installation']),
    });
    return () => to.close();
  });

  it('comes back identical and sound, with the people known there', async () => {
    const reply = await imported();
    expect(reply).toEqual({
      contractId: id,
      digest: await digestIn(tar),
      leftOut: [admin.identifier],
      isReadable: true,
    });
    expect(await digestIn(await exported(to, id))).toBe(await digestIn(tar));
    const [here, there] = [await archivedFiles(tar), await archivedFiles(await exported(to, id))];
    for (const file of knownFiles.filter((name) => name.endsWith('.jsonl')))
      expect(there.get(file)?.toString()).toBe(here.get(file)?.toString());
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

  it.each([[], ['--format=ustar'], ['--format=pax']])(
    'may be packed again by another program, %s',
    async (...format) => {
      const body = packedAgain(tar, format);
      expect(body).not.toBe(tar);
      expect(await internalCaller(to).call(contractArchives.import, { body })).toMatchObject({
        digest: await digestIn(tar),
      });
    },
  );

  it('has the importer and the import in its audit', async () => {
    await imported();
    const { items } = await internalCaller(to).call(auditRecords.listAll, { query: { contractId: id } });
    expect(items).toMatchObject([{ call: 'contract-archive.import', actor: { kind: 'token' }, contractId: id }]);
    expect(items[0]?.changes.map(({ of }) => of)).toContain('contract');
  });

  it('keeps its billing version', async () => {
    await imported();
    const versions = async (app: TestApp) =>
      (await internalCaller(app).call(billingVersions.listAll, { query: { contractId: id } })).items;
    expect(await versions(from)).toHaveLength(1);
    expect(await versions(to)).toEqual(await versions(from));
  });

  it('does not block a transaction with an earlier turn', async () => {
    const other = ofOneTurnAndPrices(id);
    const [taken, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const signing = to.deps.db.transaction().execute(async (tx) => {
      // The order of a signing: first the contract, then its prices.
      await takeTurn(tx, [other], 'alone');
      taken.resolve();
      await arrived.promise;
      await lockPrices(tx, { id: other, currency: 'USD' });
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

  it('grants roles to accounts with the same e-mail', async () => {
    const { id: other } = await contract(to);
    const here = await member(to, other, 'viewer');
    const body = await changedArchive(tar, (name, text) =>
      name === 'people.json' ? text.replace(admin.identifier, here.identifier) : text,
    );
    expect(await internalCaller(to).call(contractArchives.import, { body })).toMatchObject({ leftOut: [] });
    expect(await here.call(contracts.get, { params: { id } })).toMatchObject({ roles: ['admin'] });
  });

  it('keeps its sign number beside an equal local one, and no new contract gets it', async () => {
    const numbers = async (app: TestApp, of: string) =>
      (await app.deps.db.selectFrom('contract').select('sign_id').where('id', '=', of).executeTakeFirstOrThrow())
        .sign_id;
    const { id: here } = await contract(to);
    expect(await numbers(to, here)).toBe(await numbers(from, id));
    await imported();
    expect(await numbers(to, id)).toBe(await numbers(from, id));
    const { id: next } = await contract(to);
    expect(await numbers(to, next)).not.toBe(await numbers(to, id));
  });

  it('is imported once', async () => {
    const both = await Promise.allSettled([imported(), imported()]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await internalCaller(to).refusal(contractArchives.import, { body: tar })).toMatchObject({
      code: 409,
      reason: 'CONTRACT_EXISTS',
    });
  });

  it('reports sealed secrets that cannot be read here', async () => {
    const other = await startTestApp({ now: movingDay, sealingKey: new SealingKey('a third key') });
    expect(await imported(internalCaller(other))).toMatchObject({ isReadable: false });
    expect(await internalCaller(other).refusal(contractKeys.encodedlicense, { params: { id } })).toMatchObject({
      reason: 'CONTRACT_KEY_NOT_FOUND',
    });
    await other.close();
  });

  it('contains no social id or private key in clear text', () => {
    expect(tar).toContain('韩梅梅');
    expect(tar).not.toContain('11010519491231002X');
    expect(tar).not.toContain('PRIVATE KEY');
  });
});

it('each table with rows of contracts travels or gives a reason not to', async () => {
  const { rows } = await sql<{ table: string }>`
    select table_name as table from information_schema.columns
      where table_schema = 'public' and column_name = 'contract_id'
    union
    select conrelid::regclass::text from pg_constraint where contype = 'f' and confrelid = 'contract'::regclass`.execute(
    from.deps.db,
  );
  const travel = archivedTables.map(({ table }) => table).filter((table) => table !== 'contract');
  expect(rows.map(({ table }) => table).sort()).toEqual([...travel, ...Object.keys(leftOutTables)].sort());
});

it('a contract with unsigned usage is exported only if the usage may stay behind', async () => {
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
