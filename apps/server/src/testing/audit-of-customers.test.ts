import { availableBalances } from '@usance/api/billing/available-balance';
import { dataclouds } from '@usance/api/contract/datacloud';
import { operators } from '@usance/api/contract/operator';
import { accounts } from '@usance/api/people/account';
import { apps } from '@usance/api/people/app';
import { passkeys } from '@usance/api/people/passkey';
import { sessions } from '@usance/api/people/session';
import { settings } from '@usance/api/people/settings';
import { verifications } from '@usance/api/people/verification';
import { requestOf } from '@usance/api/request';
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

describe('a change by a customer leaves a row in the audit', () => {
  it('sign-in, and changes to the account and its sessions', async () => {
    const ada = await person(app);
    await ada.call(settings.update, { body: { company: 'Acme' } });
    await ada.call(apps.grant, { params: { id: 'platform' } });
    const { items } = await ada.call(sessions.list, {});
    await ada.call(sessions.endOthers, {});
    await ada.call(sessions.end, { params: { id: items[0]?.id ?? '' } });
    expect(await callsOf(ada.accountId)).toEqual([
      'account.login',
      'settings.update',
      'app.grant',
      'session.end-others',
      'session.end',
    ]);
    const [signedIn, told] = await rowsOf(ada.accountId);
    expect(signedIn).toMatchObject({ at: app.clock.now(), address: '127.0.0.1', token_id: null, operator_id: null });
    // The audit does not store what people enter about themselves.
    expect(told).toMatchObject({ body: null, contract_id: null });
  });

  it('with the same address as their sessions, also on a dual-stack socket', async () => {
    const ada = await person(app);
    const remoteAddress = '::ffff:203.0.113.9';
    await ada.raw({ ...requestOf(apps.grant, { params: { id: 'platform' } }), remoteAddress });
    expect((await rowsOf(ada.accountId)).at(-1)).toMatchObject({ call: 'app.grant', address: '203.0.113.9' });
    const refused = requestOf(operators.dismiss, { params: { user: ada.accountId } }, 'internal');
    await internalCaller(app).raw({ ...refused, remoteAddress, query: { unknown: 'field' } });
    const last = app.deps.db.selectFrom('audit').select(['address', 'refused']).orderBy('id', 'desc').limit(1);
    expect(await last.execute()).toEqual([{ address: '203.0.113.9', refused: 'INVALID_PARAMETER' }]);
  });

  it('a repeated proof of the password', async () => {
    const ada = await person(app);
    const proof = { identifier: ada.identifier, password: rightPassword, refresh: true };
    await ada.call(accounts.login, { body: proof });
    expect(await callsOf(ada.accountId)).toEqual(['account.login', 'account.login']);
  });

  it('a change to a contract, with the contract and the body', async () => {
    const { id } = await contract(app);
    const ada = await member(app, id, 'dc_creator');
    const body = { contractId: id, name: 'dc_audited', regionID: 'aws-us-east-1', edition: 'ENTERPRISE' } as const;
    await ada.call(dataclouds.create, { body });
    const row = (await rowsOf(ada.accountId)).at(-1);
    expect(row).toMatchObject({ call: 'datacloud.create', contract_id: id });
    expect(JSON.parse(row?.body ?? '')).toEqual(body);
  });
});

describe('the audit has no row', () => {
  it('for reads and refusals of a customer', async () => {
    const ada = await person(app);
    await ada.call(accounts.whoami, {});
    await ada.refusal(sessions.end, { params: { id: 'ses-aaaaaaaa' } });
    expect(await callsOf(ada.accountId)).toEqual(['account.login']);
  });

  it('for an unproved telephone number, or a refused passkey', async () => {
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

  it('for a balance check, which changes nothing', async () => {
    const { id } = await contract(app);
    const ada = await member(app, id, 'billing_viewer');
    await ada.call(availableBalances.check, { params: { id }, body: { amount: '1.00' } });
    expect(await callsOf(ada.accountId)).toEqual(['account.login']);
  });

  it('for a wrong password', async () => {
    const ada = await person(app);
    const body = { identifier: ada.identifier, password: 'Wrong-horse-7' };
    expect(await anonymousCaller(app).refusal(accounts.login, { body })).toMatchObject({ code: 401 });
    expect(await callsOf(ada.accountId)).toEqual(['account.login']);
  });

  it('with a credential: no password, no code', async () => {
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
