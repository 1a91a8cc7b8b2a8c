import { contractKeys } from '@usance/api/contract/contract-key';
import { kycInfos } from '@usance/api/contract/kyc-info';
import { citizens } from '@usance/api/people/citizen';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SealingKey } from '#platform/sealing/sealing-key.ts';
import { contract, person } from '#testing/builders.ts';
import { type Caller, internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp, testToken } from '#testing/test-app.ts';
import { buildApp } from '../../../app.ts';
import { sealedKinds } from './sealed-kinds.ts';
import { warnOfOtherKeys } from './warn-of-other-keys.ts';

const oldKey = new SealingKey('the key of before');
const newKey = new SealingKey('the key of now', ['the key of before']);
const lostKey = new SealingKey('a key that was lost');

/** The first server, and the same databases served with another key. */
let before: TestApp;
beforeAll(async () => {
  before = await startTestApp({ sealingKey: oldKey });
});
afterAll(() => before.close());

async function servedWith(sealingKey: SealingKey): Promise<TestApp> {
  const app = await buildApp({ ...before.deps, sealingKey }, { internalToken: testToken, strict: true });
  return { ...before, ...app };
}

const secret = Buffer.from('12345678901234567890');
const number = '11010519491231002X';
const kyc = {
  buyerType: 'P',
  citizenName: '韩梅梅',
  citizenSocialId: number,
  address: '1 Harbour Road',
  contactPhone: '13800138000',
  contactEmail: 'han@example.com',
} as const;

async function withSecrets(app: TestApp, key: SealingKey, of = before): Promise<{ id: string; someone: string }> {
  const { id } = await contract(app, { buyerType: 'P' });
  await internalCaller(app).call(kycInfos.update, { params: { id }, body: kyc });
  const someone = await person(of);
  const [{ key_id, secret: sealed }, at] = [key.seal(secret, someone.accountId), app.clock.now()];
  await app.deps.db
    .insertInto('second_factor')
    .values({ account_id: someone.accountId, key_id, secret: sealed, begun_at: at, enabled_at: at })
    .execute();
  const social = key.seal(Buffer.from(number), `citizen ${someone.accountId}`);
  await app.deps.db
    .insertInto('citizen')
    .values({ account_id: someone.accountId, name: '韩', social_id: social.secret, key_id: social.key_id, said_at: at })
    .execute();
  return { id, someone: someone.accountId };
}

const reencrypted = (caller: Caller, batch = 2) => caller.call(contractKeys.reencrypt, { body: { batch } });
const all = (resealed: number, left = 0, unreadable = 0) => ({ resealed, left, unreadable });

describe('the key that seals secrets', () => {
  it('is changed while its secrets stay readable, and then the former one is no longer needed', async () => {
    const made = [];
    for (let n = 0; n < 5; n += 1) made.push(await withSecrets(before, oldKey));
    const { id, someone } = made[0] ?? { id: '', someone: '' };
    const { license } = await internalCaller(before).call(contractKeys.encodedlicense, { params: { id } });
    const both = internalCaller(await servedWith(newKey));
    const read = () => both.call(kycInfos.get, { params: { id } });
    expect(await read()).toMatchObject({ citizenSocialId: number });
    expect((await both.call(contractKeys.encodedlicense, { params: { id } })).license).toBe(license);

    const kinds = { secondFactors: all(5), citizens: all(5), kycInfos: all(5), contractKeys: all(5) };
    expect(await reencrypted(both)).toEqual({ keyID: newKey.id, ...kinds });
    const none = { secondFactors: all(0), citizens: all(0), kycInfos: all(0), contractKeys: all(0) };
    expect(await reencrypted(both)).toEqual({ keyID: newKey.id, ...none });

    const alone = new SealingKey('the key of now');
    const after = internalCaller(await servedWith(alone));
    expect(await after.call(kycInfos.get, { params: { id } })).toMatchObject({ citizenSocialId: number });
    expect((await after.call(contractKeys.encodedlicense, { params: { id } })).license).toBe(license);
    const row = await before.deps.db
      .selectFrom('second_factor')
      .selectAll()
      .where('account_id', '=', someone)
      .executeTakeFirstOrThrow();
    expect(alone.open(row, someone)).toEqual(secret);
    const said = await before.deps.db
      .selectFrom('citizen')
      .selectAll()
      .where('account_id', '=', someone)
      .executeTakeFirstOrThrow();
    const sealed = { key_id: said.key_id ?? '', secret: said.social_id };
    expect(alone.open(sealed, `citizen ${someone}`)?.toString()).toBe(number);
  });

  it('is changed by parallel calls, each row once', async () => {
    for (let n = 0; n < 5; n += 1) await withSecrets(before, oldKey);
    const served = internalCaller(await servedWith(newKey));
    const replies = await Promise.all([1, 3, 500].map((batch) => reencrypted(served, batch)));
    expect(replies.reduce((sum, { kycInfos: { resealed } }) => sum + resealed, 0)).toBe(5);
    expect(replies.reduce((sum, { contractKeys: { resealed } }) => sum + resealed, 0)).toBe(5);
  });

  it('continues after an interruption', async () => {
    for (let n = 0; n < 3; n += 1) await withSecrets(before, oldKey);
    const app = await servedWith(newKey);
    // The database refuses the second contract's key; earlier batches stay resealed.
    const ids = await before.deps.db
      .selectFrom('contract_key')
      .select('contract_id')
      .where('key_id', '=', oldKey.id)
      .orderBy('contract_id')
      .execute();
    const second = ids[1]?.contract_id;
    await before.ownerScript(
      `create function cut_off() returns trigger language plpgsql as
         'begin if new.contract_id = ''${second}'' then raise exception ''cut off''; end if; return new; end';
       create trigger cut_off before update on contract_key for each row execute function cut_off()`,
    );
    const refused = await internalCaller(app).refusal(contractKeys.reencrypt, { body: { batch: 1 } });
    expect(refused).toMatchObject({ code: 500 });
    await before.ownerScript('drop trigger cut_off on contract_key; drop function cut_off()');
    expect(await reencrypted(internalCaller(app), 1)).toMatchObject({
      secondFactors: all(0),
      kycInfos: all(0),
      contractKeys: all(2),
    });
  });

  it('reports secrets of unknown keys and tampered ones', async () => {
    const lost = await withSecrets(before, lostKey);
    const changed = await withSecrets(before, oldKey);
    const moved = oldKey.seal(secret, lost.someone);
    await before.deps.db
      .updateTable('second_factor')
      .set({ secret: moved.secret })
      .where('account_id', '=', changed.someone)
      .execute();
    expect(await reencrypted(internalCaller(await servedWith(newKey)))).toMatchObject({
      secondFactors: all(0, 1, 1),
      citizens: all(1, 0, 1),
      kycInfos: all(2),
      contractKeys: all(2),
    });
  });

  it.each([[0], [5001], ['all'], [1.5]])('is not changed in batches of %j', async (batch) => {
    const refusal = await internalCaller(before).refusal(contractKeys.reencrypt, { body: { batch } });
    expect(refusal).toMatchObject({ code: 400, metadata: { field: 'batch' } });
  });
});

it('a server without the key counts its unreadable secrets by kind in one warning, which covers all sealed rows', async () => {
  const sealed = await startTestApp({ sealingKey: oldKey });
  await withSecrets(sealed, oldKey, sealed);
  const warnedBy = async (key: SealingKey) => {
    const warned: unknown[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => warned.push(JSON.parse(line)) });
    await warnOfOtherKeys({ ...sealed.deps, log }, key);
    return warned;
  };
  const each = { secondFactors: 1, citizens: 1, kycInfos: 1, contractKeys: 1 };
  expect(await warnedBy(lostKey)).toMatchObject([{ unreadable: each }]);
  expect(await warnedBy(newKey)).toEqual([]);
  const { rows } = await sql<{ table: string }>`
    select table_name as table from information_schema.columns
    where table_schema = 'public' and column_name = 'key_id'`.execute(sealed.deps.db);
  const kinds = Object.values(sealedKinds).map(({ table }) => table);
  expect(rows.map(({ table }) => table).sort()).toEqual([...kinds].sort());
  await sealed.close();
});

it('a secret written meanwhile stays as its last writer sealed it', async () => {
  const made = await withSecrets(before, oldKey);
  const app = await servedWith(newKey);
  const caller = internalCaller(app);
  const body = { ...kyc, citizenSocialId: '11010519491231001X' };
  await Promise.all([reencrypted(caller, 1), caller.call(kycInfos.update, { params: { id: made.id }, body })]);
  expect(await caller.call(kycInfos.get, { params: { id: made.id } })).toMatchObject({
    citizenSocialId: '11010519491231001X',
  });
  expect(await reencrypted(caller)).toMatchObject({ kycInfos: { resealed: 0, left: 0 } });
});

it('the call seals citizens’ numbers like the rotation', async () => {
  const someone = await person(await servedWith(newKey));
  await someone.call(citizens.auth, { body: { citizenName: '韩梅梅', citizenSocialId: number } });
  const row = await before.deps.db
    .selectFrom('citizen')
    .selectAll()
    .where('account_id', '=', someone.accountId)
    .executeTakeFirstOrThrow();
  expect(row.key_id).toBe(newKey.id);
});
