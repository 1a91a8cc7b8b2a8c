import { pathOf } from '@usance/api/call';
import { accounts } from '@usance/api/people/account';
import { identityProviders } from '@usance/api/people/identity-provider';
import { registrations } from '@usance/api/people/registration';
import { sso } from '@usance/api/people/sso';
import { verifications } from '@usance/api/people/verification';
import { requestOf, urlOf } from '@usance/api/request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from '#testing/builders.ts';
import { anonymousCaller, internalCaller } from '#testing/callers.ts';
import { held, waitsOrEnds } from '#testing/held-change.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { createAccount } from '../account/create-account.ts';
import { deleteIdentityProvider } from '../identity-provider/delete-identity-provider.ts';
import { updateIdentityProvider } from '../identity-provider/update-identity-provider.ts';
import { lastCode } from '../verification/codes.fixture.ts';
import { saidBy, signedResponse, testProvider } from './provider.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const [idp, successor] = [testProvider(), testProvider()];
const kept = (certificate: string) => ({
  name: 'Acme',
  signOnUrl: 'https://idp.example.com/sso',
  certificates: [certificate],
  makesAccounts: true,
});
const linked = async (domain: string) => {
  const body = { domain, entityId: idp.entityId, ...kept(idp.certificate) };
  return (await internalCaller(app).call(identityProviders.create, { body })).id;
};

/** Begins a sign-on; returns a function that brings its answer, and one that finishes it in the same browser. */
async function begun(email: string, nameId = email) {
  const known = new Set((await waiting()).map(({ id }) => id));
  const { method, url } = requestOf(sso.begin, { query: { identifier: email } });
  const reply = await app.publicListener.inject({ method, url });
  const cookie = reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const inResponseTo = (await waiting()).find(({ id }) => !known.has(id))?.id ?? '';
  const bring = async () => {
    const xml = signedResponse(idp, saidBy(idp, app.clock.now(), { inResponseTo, nameId, email }));
    const SAMLResponse = Buffer.from(xml).toString('base64');
    const { body, ...answer } = requestOf(sso.answer, { body: { SAMLResponse } });
    const brought = await app.publicListener.inject({ ...answer, payload: body ?? '' });
    return { status: brought.statusCode, location: String(brought.headers.location) };
  };
  const end = async (location: string) => {
    const ended = await app.publicListener.inject({ url: location, headers: { cookie } });
    return { status: ended.statusCode, session: ended.cookies.find(({ name }) => name === '__Host-sid') };
  };
  return { bring, end };
}
const waiting = () => app.deps.db.selectFrom('sso_request').select('id').execute();

const accountsOf = (identifier: string) =>
  app.deps.db.selectFrom('account').select('id').where('identifier', '=', identifier).execute();

describe('one e-mail that signs up twice at once gets one account', () => {
  const passwordHash = 'nobody-knows-it';
  const openedElsewhere = (identifier: string) =>
    held(app, (tx) => createAccount(tx, { identifier, passwordHash, traits: {} }, app.clock.now()));

  it('which a first single sign-on finds', async () => {
    await linked('first.example');
    const identifier = 'ada@first.example';
    const { bring, end } = await begun(identifier);
    const { location } = await bring();
    const registration = openedElsewhere(identifier);
    await registration.written;
    const ending = end(location);
    await waitsOrEnds(app, ending);
    await registration.commit();
    expect((await ending).status).toBe(303);
    expect(await accountsOf(identifier)).toHaveLength(1);
  });

  it('and the second registration is told that it exists', async () => {
    const address = 'ada@second.example';
    const stranger = anonymousCaller(app);
    const { jobID: authJobID } = await stranger.call(verifications.sendMail, {
      params: { email: address },
      query: { purpose: 'register' },
    });
    const proof = { address, authJobID, token: await lastCode(app, address) };
    const other = openedElsewhere(address);
    await other.written;
    const body = { email: proof, traits: {}, password: 'Kept-by-nobody-1' };
    const registration = stranger.refusal(registrations.register, { body });
    registration.catch(() => {});
    await waitsOrEnds(app, registration);
    await other.commit();
    expect(await registration).toMatchObject({ code: 409, reason: 'ACCOUNT_EXISTS' });
    expect(await accountsOf(address)).toHaveLength(1);
  });
});

describe('an operator’s change applies to pending sign-ons', () => {
  const changed = kept(successor.certificate);

  it('even if the answer was already accepted with a key that is then removed', async () => {
    const id = await linked('taken.example');
    const { bring, end } = await begun('ada@taken.example');
    const { location } = await bring();
    await internalCaller(app).call(identityProviders.update, { params: { id }, body: changed });
    expect(await end(location)).toEqual({ status: 401, session: undefined });
  });

  it('while their answer is verified', async () => {
    const id = await linked('taking.example');
    const { bring } = await begun('ada@taking.example');
    const update = held(app, (tx) => updateIdentityProvider({ tx }, { params: { id }, body: changed }));
    await update.written;
    const brought = bring();
    await waitsOrEnds(app, brought);
    await update.commit();
    expect((await brought).status).toBe(401);
  });

  it('when the provider may no longer create accounts', async () => {
    const id = await linked('closing.example');
    const { bring, end } = await begun('ada@closing.example');
    const { location } = await bring();
    const body = { ...kept(idp.certificate), makesAccounts: false };
    const update = held(app, (tx) => updateIdentityProvider({ tx }, { params: { id }, body }));
    await update.written;
    const ending = end(location);
    await waitsOrEnds(app, ending);
    await update.commit();
    expect((await ending).session).toBeUndefined();
    expect(await accountsOf('ada@closing.example')).toEqual([]);
  });

  it('when the provider is deleted, without a deadlock', async () => {
    const id = await linked('gone.example');
    const { bring, end } = await begun('ada@gone.example');
    const { location } = await bring();
    const removal = held(app, (tx) => deleteIdentityProvider({ tx }, { params: { id } }));
    await removal.written;
    const ending = end(location);
    await waitsOrEnds(app, ending);
    await removal.commit();
    expect(await ending).toEqual({ status: 401, session: undefined });
  });

  it('and an unlinked person is signed out and cannot return with an earlier answer', async () => {
    const id = await linked('moved.example');
    const email = 'ada@moved.example';
    const first = await begun(email, 'first');
    const { session } = await first.end((await first.bring()).location);
    const late = await begun(email, 'first');
    const { location } = await late.bring();
    const [account] = await accountsOf(email);
    await internalCaller(app).call(identityProviders.unlink, { params: { id, account: account?.id ?? '' } });
    const headers = { cookie: `__Host-sid=${session?.value}` };
    const asked = await app.publicListener.inject({ url: pathOf(accounts.whoami, 'customer'), headers });
    expect(asked.statusCode).toBe(401);
    expect((await late.end(location)).status).toBe(401);
    const second = await begun(email, 'second');
    expect((await second.end((await second.bring()).location)).status).toBe(303);
  });

  it('and cannot return with a sign-on begun before', async () => {
    const id = await linked('kept.example');
    const email = 'ada@kept.example';
    const first = await begun(email, 'first');
    await first.end((await first.bring()).location);
    const answered = await begun(email, 'first');
    const { location } = await answered.bring();
    const open = await begun(email, 'first');
    const [account] = await accountsOf(email);
    await internalCaller(app).call(identityProviders.unlink, { params: { id, account: account?.id ?? '' } });
    expect(await answered.end(location)).toEqual({ status: 401, session: undefined });
    expect((await open.bring()).status).toBe(401);
  });
});

it('an assertion with an overlong id is refused without an error', async () => {
  await linked('long.example');
  const someone = await person(app);
  const email = someone.identifier.replace('example.com', 'long.example');
  const before = new Set((await waiting()).map(({ id }) => id));
  await app.publicListener.inject({ url: urlOf(sso.begin, { query: { identifier: email } }) });
  const inResponseTo = (await waiting()).find(({ id }) => !before.has(id))?.id ?? '';
  const assertionId = `_${Array.from({ length: 3_000 }, (_, at) => ((at * 7_919) % 36_007).toString(36)).join('')}`;
  const xml = signedResponse(idp, saidBy(idp, app.clock.now(), { inResponseTo, email, nameId: 'x', assertionId }));
  const { body, ...answer } = requestOf(sso.answer, { body: { SAMLResponse: Buffer.from(xml).toString('base64') } });
  const brought = await app.publicListener.inject({ ...answer, payload: body ?? '' });
  expect(brought.statusCode).toBe(401);
});
