import { accounts } from '@usance/api/account';
import { apps } from '@usance/api/app';
import { availableBalances } from '@usance/api/available-balance';
import { dataclouds } from '@usance/api/datacloud';
import { operators } from '@usance/api/operator';
import { passkeys } from '@usance/api/passkey';
import { requestOf } from '@usance/api/request';
import { sessions } from '@usance/api/session';
import { settings } from '@usance/api/settings';
import { verifications } from '@usance/api/verification';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Authenticator } from '../features/people/passkey/authenticator.fixture.ts';
import { addedPasskey, askedToMake } from '../features/people/passkey/passkey.fixture.ts';
import { lastCode, otherThan } from '../features/people/verification/codes.fixture.ts';
import { contract, member, person, rightPassword } from './builders.ts';
import { anonymousCaller, internalCaller } from './callers.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const rowsOf = (accountId: string) =>
  app.deps.db.selectFrom('audit').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
const callsOf = async (accountId: string) => (await rowsOf(accountId)).map(({ call }) => call);

describe('what a customer changes leaves a row in the audit', () => {
  it('coming in, and what they do with their account and sessions', async () => {
    const ada = await person(app);
    await ada.call(settings.update, { body: { company: 'Acme' } });
    await ada.call(apps.grant, { params: { id: 'platform' } });
    const { items } = await ada.call(sessions.list, {});
    await ada.call(sessions.end, { params: { id: items[0]?.id ?? '' } });
    expect(await callsOf(ada.accountId)).toEqual(['account.login', 'settings.update', 'app.grant', 'session.end']);
    const [signedIn, told] = await rowsOf(ada.accountId);
    expect(signedIn).toMatchObject({ at: app.clock.now(), address: '127.0.0.1', token_id: null, operator_id: null });
    // What people say of themselves is theirs.
    expect(told).toMatchObject({ body: null, contract_id: null });
  });

  it('says where they were as their sessions do, also at a socket of both kinds', async () => {
    const ada = await person(app);
    const remoteAddress = '::ffff:203.0.113.9';
    await ada.raw({ ...requestOf(apps.grant, { params: { id: 'platform' } }), remoteAddress });
    expect((await rowsOf(ada.accountId)).at(-1)).toMatchObject({ call: 'app.grant', address: '203.0.113.9' });
    const refused = requestOf(operators.dismiss, { params: { user: ada.accountId } }, 'internal');
    await internalCaller(app).raw({ ...refused, remoteAddress, query: { unknown: 'field' } });
    const last = app.deps.db.selectFrom('audit').select(['address', 'refused']).orderBy('id', 'desc').limit(1);
    expect(await last.execute()).toEqual([{ address: '203.0.113.9', refused: 'INVALID_PARAMETER' }]);
  });

  it('a password that is proved anew', async () => {
    const ada = await person(app);
    const proof = { identifier: ada.identifier, password: rightPassword, refresh: true };
    await ada.call(accounts.login, { body: proof });
    expect(await callsOf(ada.accountId)).toEqual(['account.login', 'account.login']);
  });

  it('and what they do to a contract says which one, with what', async () => {
    const { id } = await contract(app);
    const ada = await member(app, id, 'dc_creator');
    const body = { contractId: id, name: 'dc_audited', regionID: 'aws-us-east-1', edition: 'ENTERPRISE' } as const;
    await ada.call(dataclouds.create, { body });
    const row = (await rowsOf(ada.accountId)).at(-1);
    expect(row).toMatchObject({ call: 'datacloud.create', contract_id: id });
    expect(JSON.parse(row?.body ?? '')).toEqual(body);
  });
});

describe('nothing is left in the audit', () => {
  it('of what a customer reads, nor of what was refused', async () => {
    const ada = await person(app);
    await ada.call(accounts.whoami, {});
    await ada.refusal(sessions.end, { params: { id: 'ses-aaaaaaaa' } });
    expect(await callsOf(ada.accountId)).toEqual(['account.login']);
  });

  it('of a telephone that no code has proved, nor of a passkey that was not taken', async () => {
    const ada = await person(app);
    const number = '13912345678';
    const { jobID } = await ada.call(verifications.sendSms, { params: { number } });
    const token = await lastCode(app, number, 'sms');
    const wrong = { number, authJobID: jobID, token: otherThan(token) };
    expect(await ada.refusal(settings.setPhone, { body: wrong })).toMatchObject({ code: 400 });
    const credential = new Authenticator().make(await askedToMake(ada));
    expect(await ada.refusal(passkeys.add, { body: { name: 'Elsewhere', credential } })).toMatchObject({ code: 400 });
    expect(await callsOf(ada.accountId)).toEqual(['account.login', 'passkey.begin']);
    await ada.call(settings.setPhone, { body: { ...wrong, token } });
    await addedPasskey(ada);
    expect((await callsOf(ada.accountId)).slice(2)).toEqual(['settings.set-phone', 'passkey.begin', 'passkey.add']);
  });

  it('of whether a balance is enough, which changes nothing', async () => {
    const { id } = await contract(app);
    const ada = await member(app, id, 'billing_viewer');
    await ada.call(availableBalances.check, { params: { id }, body: { amount: '1.00' } });
    expect(await callsOf(ada.accountId)).toEqual(['account.login']);
  });

  it('of a wrong password, by which nobody came in', async () => {
    const ada = await person(app);
    const body = { identifier: ada.identifier, password: 'Wrong-horse-7' };
    expect(await anonymousCaller(app).refusal(accounts.login, { body })).toMatchObject({ code: 401 });
    expect(await callsOf(ada.accountId)).toEqual(['account.login']);
  });

  it('that proves who somebody is: no password, no code', async () => {
    const ada = await person(app);
    await anonymousCaller(app).call(verifications.sendMail, {
      params: { email: ada.identifier },
      query: { purpose: 'reset' },
    });
    const all = JSON.stringify(await app.deps.db.selectFrom('audit').selectAll().execute());
    expect(all).toContain(ada.accountId);
    expect(all).not.toContain(rightPassword);
  });
});
