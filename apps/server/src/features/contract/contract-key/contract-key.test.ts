import { contractKeys } from '@usance/api/contract/contract-key';
import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { anonymousCaller, internalCaller } from '#testing/callers.ts';
import { refusesToEverybody } from '#testing/hostile.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { verifyLicence } from '../licence/verify-licence.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const params = (id: string) => ({ params: { id } });
const none = { code: 404, reason: 'CONTRACT_KEY_NOT_FOUND' };

/** A contract without a key, from before keys existed. */
async function keyless() {
  const made = await contract(app);
  await app.ownerScript(
    `alter table contract_key disable trigger user;
     delete from contract_key where contract_id = '${made.id}';
     alter table contract_key enable trigger user`,
  );
  return made;
}

describe('the key of a contract', () => {
  it('is created with it, and readable by its readers', async () => {
    const { id } = await contract(app);
    const viewer = await member(app, id, 'viewer');
    const key = await viewer.call(contractKeys.publickey, params(id));
    expect(key).toMatchObject({ contractId: id, algorithm: 'Ed25519', gmtCreated: app.clock.now().toISOString() });
    expect(key.publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
    expect(key.keyID).toMatch(/^[\w-]{43}$/);
    const { id: another } = await contract(app);
    const admin = await member(app, another, 'admin');
    expect((await admin.call(contractKeys.publickey, params(another))).keyID).not.toBe(key.keyID);
  });

  it('is not found by a stranger, and needs a session', async () => {
    const { id } = await contract(app);
    const gone = { code: 404, reason: 'CONTRACT_NOT_FOUND' };
    expect(await (await person(app)).refusal(contractKeys.publickey, params(id))).toMatchObject(gone);
    expect(await anonymousCaller(app).refusal(contractKeys.publickey, params(id))).toMatchObject({ code: 401 });
  });

  it('of an older contract is created once, even by repeated and concurrent runs', async () => {
    const old = [await keyless(), await keyless(), await keyless()];
    const id = old[0]?.id ?? '';
    const admin = await member(app, id, 'admin');
    expect(await admin.refusal(contractKeys.publickey, params(id))).toMatchObject(none);
    expect(await internalCaller(app).refusal(contractKeys.encodedlicense, params(id))).toMatchObject(none);
    const both = await Promise.all([1, 2].map(() => internalCaller(app).call(contractKeys.backfilllicenses, {})));
    expect(both.reduce((sum, { made }) => sum + made, 0)).toBe(3);
    const key = await admin.call(contractKeys.publickey, params(id));
    expect(await internalCaller(app).call(contractKeys.backfilllicenses, {})).toEqual({ made: 0 });
    expect(await admin.call(contractKeys.publickey, params(id))).toEqual(key);
  });

  it('cannot be read from a copy of the database', async () => {
    const { id } = await contract(app);
    const row = await app.deps.db
      .selectFrom('contract_key')
      .selectAll()
      .where('contract_id', '=', id)
      .executeTakeFirst();
    // The clear start of every Ed25519 key in PKCS #8.
    const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');
    expect(Buffer.from(row?.secret ?? '', 'base64url').includes(pkcs8)).toBe(false);
  });
});

describe('a licence of a contract', () => {
  it('is valid for a year by its public key, and names its contract', async () => {
    const { id } = await contract(app, { tags: 'Acme East', serviceType: 'byoc', currency: 'CNY' });
    const { publicKey, keyID } = await (await member(app, id, 'viewer')).call(contractKeys.publickey, params(id));
    const told = await internalCaller(app).call(contractKeys.encodedlicense, params(id));
    expect(told).toMatchObject({
      keyID,
      gmtIssued: '2026-10-15T12:00:00.000Z',
      gmtExpires: '2027-10-15T12:00:00.000Z',
    });
    expect(verifyLicence(told.license, publicKey, app.clock.now())).toEqual({
      holds: true,
      licence: {
        contractId: id,
        tags: 'Acme East',
        buyerName: 'Acme Ltd',
        serviceType: 'byoc',
        state: 'Active',
        currency: 'CNY',
        iat: 1_792_065_600,
        exp: 1_823_601_600,
      },
    });
  });

  it('ends with the contract if that end is planned', async () => {
    const { id } = await contract(app);
    const effectiveAt = '2026-12-31T16:00:00.000Z';
    const body = { contractId: id, state: 'End', reason: 'Cancelled', effectiveAt } as const;
    await internalCaller(app).call(contractLifecycles.create, { body });
    expect(await internalCaller(app).call(contractKeys.encodedlicense, params(id))).toMatchObject({
      gmtExpires: effectiveAt,
    });
  });

  it('is refused once the planned end has come, even before it is carried out', async () => {
    const { id } = await contract(app);
    const soon = new Date(app.clock.now().getTime() + 60_000).toISOString();
    const body = { contractId: id, state: 'End', reason: 'Cancelled', effectiveAt: soon } as const;
    await internalCaller(app).call(contractLifecycles.create, { body });
    app.clock.pass({ minutes: 1 });
    expect(await internalCaller(app).refusal(contractKeys.encodedlicense, params(id))).toMatchObject({ code: 409 });
  });

  it('is refused to an ended contract and to a draft', async () => {
    const draft = await contract(app, { state: 'Draft' });
    const ended = await contract(app);
    const body = { contractId: ended.id, state: 'End', reason: 'Cancelled' } as const;
    await internalCaller(app).call(contractLifecycles.create, { body });
    for (const { id } of [draft, ended])
      expect(await internalCaller(app).refusal(contractKeys.encodedlicense, params(id))).toMatchObject({
        code: 409,
        reason: 'CONTRACT_STATE_CONFLICT',
      });
  });

  it('is refused for an unknown contract', async () => {
    expect(await internalCaller(app).refusal(contractKeys.encodedlicense, params('ct-aaaaaaaa'))).toMatchObject({
      code: 404,
      reason: 'CONTRACT_NOT_FOUND',
    });
  });
});

describe('a stored key', () => {
  let id = '';
  beforeAll(async () => {
    ({ id } = await contract(app));
  });
  refusesToEverybody(
    [
      ['gives a contract another key', `update contract_key set public_key = sha256('x') where contract_id = '$I'`],
      ['takes a key away', `delete from contract_key where contract_id = '$I'`],
      ['keeps half a key', `insert into contract_key values ('$I', '\\x00', 'k', 's', now())`],
    ],
    () => ({
      db: app.deps.db,
      script: (text) => app.ownerScript(text),
      names: { I: id },
      everything: () => app.deps.db.selectFrom('contract_key').selectAll().orderBy('contract_id').execute(),
    }),
  );
});
