import { contracts } from '@usance/api/contract/contract';
import { marketplaces } from '@usance/api/marketplace/marketplace';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { licence, marketplacesAt } from '../marketplace.fixture.ts';
import { type StandIn, startStandIn } from '../stand-in/stand-in.ts';

let app: TestApp;
let standIn: StandIn;
let count = 0;
beforeAll(async () => {
  standIn = await startStandIn({ dimensions: ['usage_cent'], now: () => app.clock.now() });
  app = await startTestApp({ marketplaces: marketplacesAt(standIn) });
});
afterAll(async () => {
  await app.close();
  await standIn.close();
});

const aws = { cloudProvider: 'aws' } as const;
/** A person who has just subscribed at AWS, with the token of their browser. */
function buyer(given: { licence?: string } = {}) {
  count += 1;
  const token = `token-${count}`;
  standIn.books.subscribe({ cloud: 'aws', product: 'prod-aws', account: `1234567890${count + 10}`, token, ...given });
  return token;
}
async function admin() {
  const { id } = await contract(app);
  return { id, caller: await member(app, id, 'admin') };
}
const link = async (token: string) => {
  const { id, caller } = await admin();
  await caller.call(marketplaces.activate, { params: { id }, body: { token, ...aws } });
  return { id, caller };
};

describe('a registration token', () => {
  it('is posted by another site’s page, and passed on to the console unchanged', async () => {
    const reply = await app.publicListener.inject({
      method: 'POST',
      url: '/api/v1/marketplace',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'cross-site',
        origin: 'https://aws.amazon.com',
      },
      payload: 'x-amzn-marketplace-token=a%2Bb%2F%3D&x-amzn-marketplace-offer-type=free-trial',
    });
    expect(reply.statusCode).toBe(303);
    expect(reply.headers.location).toBe('/marketplace?token=a%2Bb%2F%3D&cloudProvider=aws');
  });

  it('can be linked once it is subscribed, and is used from then on', async () => {
    const token = buyer();
    const someone = await person(app);
    const status = () => someone.call(marketplaces.status, { query: { token, ...aws } });
    expect(await status()).toEqual({ status: 'subscribed' });
    await link(token);
    expect(await status()).toEqual({ status: 'activated' });
  });

  it('is resolved once, however often it is asked', async () => {
    const token = buyer();
    const someone = await person(app);
    const asked = () => standIn.asked.get('AWSMPMeteringService.ResolveCustomer') ?? 0;
    const before = asked();
    for (let look = 0; look < 3; look += 1) await someone.call(marketplaces.status, { query: { token, ...aws } });
    expect(asked() - before).toBe(1);
  });

  it.each(['nonsense', 'expired-1'])('that AWS does not know (%s) is an invalid parameter', async (token) => {
    const someone = await person(app);
    expect(await someone.refusal(marketplaces.status, { query: { token, ...aws } })).toMatchObject({
      code: 400,
      reason: 'INVALID_PARAMETER',
      metadata: { field: 'token' },
    });
  });

  it('of a cloud without products is not implemented', async () => {
    const someone = await person(app);
    const query = { token: 'x', cloudProvider: 'volcengine' };
    expect(await someone.refusal(marketplaces.status, { query })).toMatchObject({
      code: 409,
      reason: 'NOT_IMPLEMENTED',
    });
  });
});

describe('a contract', () => {
  it('is linked by its admin, and shows the link in every read', async () => {
    const token = buyer({ licence });
    const { id, caller } = await link(token);
    expect(await caller.call(marketplaces.get, { params: { id } })).toMatchObject({
      state: 'activated',
      cloudProvider: 'aws',
      gmtActivated: app.clock.now().toISOString(),
      operator: caller.identifier,
      instanceID: 'l-0123456789abcdef',
    });
    const marketplace = { state: 'activated', cloudProvider: 'aws' };
    expect(await caller.call(contracts.get, { params: { id } })).toMatchObject({ marketplace });
    expect((await caller.call(contracts.list, { query: {} })).items).toMatchObject([{ id, marketplace }]);
  });

  it('that was never linked shows that', async () => {
    const { id, caller } = await admin();
    expect(await caller.call(marketplaces.get, { params: { id } })).toEqual({ state: 'unknown' });
  });

  it('is linked once, and a token to one contract', async () => {
    const token = buyer();
    const { id, caller } = await link(token);
    const again = { params: { id }, body: { token: buyer(), ...aws } };
    expect(await caller.refusal(marketplaces.activate, again)).toMatchObject({ reason: 'MARKETPLACE_ALREADY_LINKED' });
    const other = await admin();
    const stolen = { params: { id: other.id }, body: { token, ...aws } };
    expect(await other.caller.refusal(marketplaces.activate, stolen)).toMatchObject({
      code: 409,
      reason: 'MARKETPLACE_ALREADY_LINKED',
    });
  });

  it('is linked once by two concurrent calls', async () => {
    const [token, one, other] = [buyer(), await admin(), await admin()];
    const outcomes = await Promise.allSettled(
      [one, other].map(({ id, caller }) =>
        caller.call(marketplaces.activate, { params: { id }, body: { token, ...aws } }),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('cannot be linked by a stranger or a billing admin', async () => {
    const { id } = await contract(app);
    const given = { params: { id }, body: { token: buyer(), ...aws } };
    expect(await (await person(app)).refusal(marketplaces.activate, given)).toMatchObject({ code: 404 });
    const payer = await member(app, id, 'billing_admin');
    expect(await payer.refusal(marketplaces.activate, given)).toMatchObject({ code: 403 });
  });

  it('in another currency than the product’s cannot be linked', async () => {
    const { id } = await contract(app, { currency: 'CNY' });
    const caller = await member(app, id, 'admin');
    const given = { params: { id }, body: { token: buyer(), ...aws } };
    expect(await caller.refusal(marketplaces.activate, given)).toMatchObject({
      code: 409,
      reason: 'CURRENCY_CONFLICT',
    });
  });

  it('is activated at Azure too', async () => {
    const subscription = { instance: 'sub-1', account: 'tenant-1', product: 'offer-azure', token: 'azure-token/+=' };
    standIn.books.subscribe({ cloud: 'azure', ...subscription });
    const { id, caller } = await admin();
    const body = { token: subscription.token, cloudProvider: 'azure' } as const;
    expect(await caller.call(marketplaces.activate, { params: { id }, body })).toMatchObject({
      state: 'activated',
      cloudProvider: 'azure',
      accountID: 'tenant-1',
      instanceID: 'sub-1',
    });
    expect(standIn.books.isActive(standIn.books.byToken('azure', subscription.token) ?? never())).toBe(true);
  });
});

const never = (): never => {
  throw new Error('the stand-in has no such buyer');
};

describe('the metering of a link', () => {
  const reports = (id: string, body: object) =>
    internalCaller(app).call(marketplaces.meterBy, { params: { id }, body: body as never });

  it('is by licence if there is one, and changes only from a future full hour on', async () => {
    const { id } = await link(buyer({ licence: `${licence}1` }));
    const listed = async () => {
      const { items } = await internalCaller(app).call(marketplaces.list, { query: { pageSize: 999 } });
      return items.find(({ contractId }) => contractId === id);
    };
    expect(await listed()).toMatchObject({ metersBy: 'licence', product: 'prod-aws' });
    const given = { params: { id }, body: { metersBy: 'product', from: '2026-10-15T13:30:00Z' } };
    for (const from of ['2026-10-15T13:30:00Z', '2026-10-15T12:00:00Z'])
      expect(
        await internalCaller(app).refusal(marketplaces.meterBy, { ...given, body: { ...given.body, from } }),
      ).toMatchObject({ code: 400, metadata: { field: 'from' } });
    await reports(id, { metersBy: 'product', from: '2026-10-15T14:00:00Z' });
    expect(await listed()).toMatchObject({
      metersBy: 'licence',
      nextMetersBy: { metersBy: 'product', from: '2026-10-15T14:00:00.000Z' },
    });
  });

  it('never reports the same hour of a buyer twice', async () => {
    const account = '999900001111';
    const subscribed = { cloud: 'aws', product: 'prod-aws', account } as const;
    standIn.books.subscribe({ ...subscribed, token: 'by-licence', licence: `${licence}2` });
    standIn.books.subscribe({ ...subscribed, token: 'by-other-licence', licence: `${licence}3` });
    const { id } = await link('by-licence');
    // Two licences of one buyer are two bills.
    await link('by-other-licence');
    const given = { params: { id }, body: { metersBy: 'product', from: '2026-10-15T14:00:00Z' } };
    expect(await internalCaller(app).refusal(marketplaces.meterBy, given)).toMatchObject({
      code: 409,
      reason: 'MARKETPLACE_CONFLICT',
    });
  });
});
