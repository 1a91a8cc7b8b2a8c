import { citizens } from '@usance/api/people/citizen';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SealingKey } from '#platform/sealing/sealing-key.ts';
import { person } from '#testing/builders.ts';
import { type Caller, internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { isPlausible } from './citizen.ts';

const key = new SealingKey('a secret of this installation');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ sealingKey: key });
});
afterAll(() => app.close());

const li = { citizenName: '李雷', citizenSocialId: '11010519491231002X' };
const auth = (caller: Caller, body: object) => caller.call(citizens.auth, { body: { ...li, ...body } });
const rows = (accountId: string) =>
  app.deps.db.selectFrom('citizen').selectAll().where('account_id', '=', accountId).execute();
/** The stored rows of an account, decrypted with the installation's key. */
async function kept(accountId: string) {
  const opened = (row: { key_id: string; social_id: string }) =>
    key.open({ key_id: row.key_id, secret: row.social_id }, `citizen ${accountId}`)?.toString();
  return (await rows(accountId)).map((row) => ({ name: row.name, social_id: opened(row) }));
}

describe('a citizen', () => {
  it('is stored as stated, and only the end of the number is returned', async () => {
    const ada = await person(app);
    expect(await auth(ada, {})).toEqual({
      citizenName: '李雷',
      citizenSocialId: '**************002X',
      isPlausible: true,
    });
    expect(await kept(ada.accountId)).toEqual([{ name: '李雷', social_id: li.citizenSocialId }]);
  });

  it('has a number that no copy of the database reveals', async () => {
    const ada = await person(app);
    await auth(ada, {});
    expect(JSON.stringify(await app.deps.db.selectFrom('citizen').selectAll().execute())).not.toContain('002X');
    const [sealed] = await rows(ada.accountId);
    expect(() => key.open({ key_id: key.id, secret: sealed?.social_id ?? '' }, ada.accountId)).toThrow();
  });

  it('leaves nothing in such a copy to test guessed numbers against, even with an Idempotency-Key', async () => {
    const ada = await person(app);
    await ada.call(citizens.auth, { body: li, headers: { 'idempotency-key': 'once' } });
    const claims = app.deps.db.selectFrom('idempotency_key').selectAll();
    expect(await claims.where('scope', 'like', `${ada.accountId} %`).execute()).toEqual([]);
  });

  it('replaces only the same account’s earlier statement', async () => {
    const [ada, grace] = [await person(app), await person(app)];
    await auth(ada, {});
    await auth(grace, { citizenName: 'Grace' });
    const second = await auth(ada, { citizenName: '韩梅梅', citizenSocialId: '440308199901101512' });
    expect(second).toMatchObject({ citizenName: '韩梅梅', citizenSocialId: '**************1512' });
    expect(await kept(ada.accountId)).toEqual([{ name: '韩梅梅', social_id: '440308199901101512' }]);
    expect(await kept(grace.accountId)).toMatchObject([{ name: 'Grace' }]);
  });

  it('with a wrong check digit is stored, with a hint', async () => {
    const ada = await person(app);
    expect(await auth(ada, { citizenSocialId: '110105194912310021' })).toMatchObject({ isPlausible: false });
    expect(await kept(ada.accountId)).toHaveLength(1);
  });

  it.each([
    ['citizenSocialId', '11010519491231002', 'Must have exactly 18 letters and digits'],
    ['citizenSocialId', '11010519491231002X1', 'Must have exactly 18 letters and digits'],
    ['citizenSocialId', '11010519491231-02X', 'Must have exactly 18 letters and digits'],
    ['citizenSocialId', '１1010519491231002X', 'Must have exactly 18 letters and digits'],
    ['citizenName', '', 'Must not be empty'],
  ])('has a %s that is not %j', async (field, value, message) => {
    const ada = await person(app);
    const body = { ...li, [field]: value };
    expect(await ada.refusal(citizens.auth, { body })).toMatchObject({ code: 400, metadata: { field }, message });
    expect(await kept(ada.accountId)).toEqual([]);
  });

  it('cannot be stated by a token', async () => {
    expect(await internalCaller(app).refusal(citizens.auth, { body: li })).toMatchObject({ code: 404 });
  });
});

it.each([
  ['11010519491231002X', true],
  ['11010519491231002x', true],
  ['110105194912310021', false],
  ['ABCDEFGHIJKLMNOPQR', false],
])('the check digit of %s fits: %s', (number, fits) => {
  expect(isPlausible(number)).toBe(fits);
});
