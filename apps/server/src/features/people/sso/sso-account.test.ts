import { identityProviders } from '@usance/api/identity-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { type Said, type TestProvider, testProvider } from './provider.fixture.ts';
import { bringAnswer, encoded, linked, SignOnBrowser } from './sign-on.fixture.ts';

let app: TestApp;
let idp: TestProvider;
let providerId: string;
beforeAll(async () => {
  app = await startTestApp();
  idp = testProvider();
  providerId = (await linked(app, 'example.com', idp)).id;
});
afterAll(() => app.close());

const browser = () => new SignOnBrowser(app, idp);
const answer = (said: Partial<Said>) => browser().answer(said);
const bring = (xml: string, more?: Parameters<typeof bringAnswer>[2]) => bringAnswer(app, encoded(xml), more);

describe('whose account a single sign-on opens', () => {
  it('knows somebody by their name at the provider, whatever their e-mail has become', async () => {
    await browser().signOn({ nameId: 'grace', email: 'grace@example.com' });
    const on = browser();
    await on.signOn({ nameId: 'grace', email: 'grace.hopper@example.com' });
    expect(await on.whoIs()).toBe('grace@example.com');
  });

  it('opens nobody’s account to another person who was given their e-mail, until an operator forgets the first', async () => {
    const someone = await person(app);
    const said = (nameId: string) => ({ nameId, email: someone.identifier });
    const first = browser();
    await first.signOn(said('first'));
    expect(await first.whoIs()).toBe(someone.identifier);
    const second = browser();
    expect((await second.signOn(said('second'))).statusCode).toBe(401);
    expect(await second.whoIs()).toBe(401);
    const params = { id: providerId, account: someone.accountId };
    await internalCaller(app).call(identityProviders.unlink, { params });
    expect(await internalCaller(app).refusal(identityProviders.unlink, { params })).toMatchObject({
      reason: 'ACCOUNT_NOT_FOUND',
    });
    await second.signOn(said('second'));
    expect(await second.whoIs()).toBe(someone.identifier);
  });

  it('makes accounts where its provider may, and otherwise says that there is none', async () => {
    await linked(app, 'closed.example', idp, false);
    const via = 'x@closed.example';
    const reply = await browser().signOn({ nameId: 'x', email: via }, { via });
    expect([reply.statusCode, reply.json().reason]).toEqual([403, 'SINGLE_SIGN_ON_NO_ACCOUNT']);
  });

  it('takes the e-mail for the name where the provider says no other', async () => {
    const on = browser();
    await on.signOn({ nameId: 'linus@example.com' });
    expect(await on.whoIs()).toBe('linus@example.com');
  });

  it('does not let in without the second factor that somebody has set up here', async () => {
    const someone = await person(app);
    await app.deps.db
      .insertInto('second_factor')
      .values({
        account_id: someone.accountId,
        key_id: 'k',
        secret: 's',
        begun_at: app.clock.now(),
        enabled_at: app.clock.now(),
      })
      .execute();
    const on = browser();
    const reply = await on.signOn({ nameId: 'careful', email: someone.identifier });
    expect([reply.statusCode, reply.json().reason]).toEqual([403, 'SINGLE_SIGN_ON_SECOND_FACTOR']);
    expect(await on.whoIs()).toBe(401);
  });

  it('makes one account of a person whose first two sign-ons end at once', async () => {
    const tabs = [browser(), browser()];
    const locations = await Promise.all(
      tabs.map(async (on) => {
        const { id } = await on.begin();
        return String(
          (await bring(answer({ inResponseTo: id, nameId: 'twin', email: 'twin@example.com' }))).headers.location,
        );
      }),
    );
    await Promise.all(tabs.map((on, index) => on.get(locations[index] ?? '')));
    expect(await Promise.all(tabs.map((on) => on.whoIs()))).toEqual(['twin@example.com', 'twin@example.com']);
  });
});
