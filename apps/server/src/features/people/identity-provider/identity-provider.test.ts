import { pathOf } from '@usance/api/call';
import { accounts } from '@usance/api/people/account';
import { identityProviders } from '@usance/api/people/identity-provider';
import { tokens } from '@usance/api/people/token';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from '#testing/builders.ts';
import { internalCaller, tokenCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { testProvider } from '../sso/provider.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const { certificate } = testProvider();
const said = {
  name: 'Acme',
  signOnUrl: 'https://idp.example.com/sso?tenant=1',
  certificates: [certificate],
  makesAccounts: false,
};
const given = (domain: string) => ({ domain, entityId: 'urn:acme', ...said });
const operator = () => internalCaller(app);
const unknown = { id: 'idp-aaaaaaaa' };

describe('an identity provider', () => {
  it('is linked to a lower-case domain, listed, changed and deleted', async () => {
    const made = await operator().call(identityProviders.create, { body: given('Acme.Example') });
    expect(made).toMatchObject({ domain: 'acme.example', entityId: 'urn:acme', ...said });
    const changed = { ...said, name: 'Acme Ltd', makesAccounts: true };
    const params = { id: made.id };
    expect(await operator().call(identityProviders.update, { params, body: changed })).toEqual({ ...made, ...changed });
    const { items } = await operator().call(identityProviders.list, { query: {} });
    expect(items).toEqual([{ ...made, ...changed }]);
    await operator().call(identityProviders.delete, { params });
    expect(await operator().refusal(identityProviders.delete, { params })).toMatchObject({
      reason: 'IDENTITY_PROVIDER_NOT_FOUND',
    });
  });

  it('is the only one of its domain, even if two are linked at once', async () => {
    const body = given('twice.example');
    const both = await Promise.allSettled([1, 2].map(() => operator().call(identityProviders.create, { body })));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await operator().refusal(identityProviders.create, { body })).toMatchObject({
      code: 409,
      reason: 'IDENTITY_PROVIDER_CONFLICT',
    });
  });

  it('can be linked only with the scope for operators, since its key opens their accounts too', async () => {
    const { token } = await operator().call(tokens.create, {
      body: { name: 'A machine', scopes: ['operation.write'] },
    });
    const machine = tokenCaller(app, token);
    expect(await machine.refusal(identityProviders.create, { body: given('mine.example') })).toMatchObject({
      code: 403,
    });
    const { id } = await operator().call(identityProviders.create, { body: given('theirs.example') });
    const params = { id };
    expect(await machine.refusal(identityProviders.update, { params, body: said })).toMatchObject({ code: 403 });
    await machine.call(identityProviders.delete, { params });
  });

  it('leaves every change in the audit', async () => {
    const { id } = await operator().call(identityProviders.create, { body: given('audited.example') });
    const rows = await app.deps.db.selectFrom('audit').select(['call', 'body']).orderBy('id', 'desc').execute();
    expect(rows[0]).toMatchObject({ call: 'identity-provider.create' });
    expect(rows[0]?.body).toContain('audited.example');
    await operator().call(identityProviders.delete, { params: { id } });
  });

  it.each<[string, object, string]>([
    ['a domain that is none', { domain: 'example' }, 'domain'],
    ['an e-mail for a domain', { domain: 'a@example.com' }, 'domain'],
    ['an address over plain http', { signOnUrl: 'http://idp.example.com/sso' }, 'signOnUrl'],
    ['an address with a password', { signOnUrl: 'https://@idp.example.com' }, 'signOnUrl'],
    ['an address that is a script', { signOnUrl: 'javascript:alert(1)' }, 'signOnUrl'],
    ['no certificate', { certificates: [] }, 'certificates'],
    ['four certificates', { certificates: Array(4).fill(certificate) }, 'certificates'],
    ['an invalid certificate', { certificates: [certificate, 'MIIB'] }, 'certificates.1'],
    ['a weak key', { certificates: [testProvider('urn:weak', 1_024).certificate] }, 'certificates.0'],
    ['a long certificate', { certificates: ['x'.repeat(10_001)] }, 'certificates.0'],
    ['an unknown field', { scopes: [] }, 'scopes'],
  ])('is refused with %s', async (_, changed, field) => {
    const body = { ...given('refused.example'), ...changed };
    expect(await operator().refusal(identityProviders.create, { body })).toMatchObject({
      code: 400,
      metadata: { field },
    });
  });

  it('that does not exist can be neither changed nor unlinked', async () => {
    const reason = 'IDENTITY_PROVIDER_NOT_FOUND';
    expect(await operator().refusal(identityProviders.update, { params: unknown, body: said })).toMatchObject({
      reason,
    });
    const { accountId } = await person(app);
    const params = { ...unknown, account: accountId };
    expect(await operator().refusal(identityProviders.unlink, { params })).toMatchObject({ reason });
  });

  it('cannot be linked by customers', async () => {
    const someone = await person(app);
    expect((await someone.raw({ url: pathOf(accounts.whoami, 'customer') })).statusCode).toBe(200);
    expect((await someone.raw({ method: 'POST', url: '/api/v1/identity-providers', payload: {} })).statusCode).toBe(
      404,
    );
  });
});
