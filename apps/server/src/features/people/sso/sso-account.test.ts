import { identityProviders } from '@usance/api/people/identity-provider';
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

describe('the account of a single sign-on', () => {
  it('is found by the person’s name at the provider, even if their e-mail changes', async () => {
    await browser().signOn({ nameId: 'grace', email: 'grace@example.com' });
    const on = browser();
    await on.signOn({ nameId: 'grace', email: 'grace.hopper@example.com' });
    expect(await on.whoIs()).toBe('grace@example.com');
  });

  it('is not opened to another person with a reassigned e-mail, until an operator unlinks the first', async () => {
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

  it('is created if its provider may create accounts; otherwise the sign-on is refused', async () => {
    await linked(app, 'closed.example', idp, false);
    const via = 'x@closed.example';
    const reply = await browser().signOn({ nameId: 'x', email: via }, { via });
    expect([reply.statusCode, reply.json().reason]).toEqual([403, 'SINGLE_SIGN_ON_NO_ACCOUNT']);
  });

  it('is found by the e-mail if the provider sends no other name', async () => {
    const on = browser();
    await on.signOn({ nameId: 'linus@example.com' });
    expect(await on.whoIs()).toBe('linus@example.com');
  });

  it('is not opened without its second factor', async () => {
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

  it('is created once if a person’s first two sign-ons end at once', async () => {
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
