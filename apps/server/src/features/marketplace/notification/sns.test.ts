import { marketplaces as calls } from '@usance/api/marketplace/marketplace';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { marketplacesAt, topicArn } from '../marketplace.fixture.ts';
import { type StandIn, startStandIn } from '../stand-in/stand-in.ts';
import { deliverMessage, keptMessages, linkedTo } from './notification.fixture.ts';

let app: TestApp;
let standIn: StandIn;
let marketplaces: ReturnType<typeof marketplacesAt>;
let count = 0;
beforeAll(async () => {
  standIn = await startStandIn({ dimensions: ['usage_cent'], now: () => app.clock.now() });
  marketplaces = marketplacesAt(standIn);
  app = await startTestApp({ marketplaces });
});
afterAll(async () => {
  await app.close();
  await standIn.close();
});
beforeEach(() => app.clock.pass({ hours: 2 }));

const at = (minutes = 0) => new Date(app.clock.now().getTime() + minutes * 60_000).toISOString();
const post = (payload: object, headers?: Record<string, string>) => deliverMessage(app, payload, headers);
/** A message of SNS about a buyer, dated now. */
const told = (action: string, customer: string, given: Record<string, string> = {}, by: 'sns' | 'stranger' = 'sns') =>
  marketplaces.sns.message({ action, 'customer-identifier': customer }, { Timestamp: at(), ...given }, by);

/** A buyer with a linked contract. */
async function linked() {
  count += 1;
  const [customer, account, token] = [`X${count}`, `2222333344${count + 10}`, `token-${count}`];
  const of = await linkedTo(app, standIn, { cloud: 'aws', product: 'prod-aws', account, customer, token });
  return { ...of, customer };
}

describe('a message of SNS', () => {
  const strangers = 'arn:aws:sns:us-east-1:666666666666:aws-mp-subscription-notification-prod-aws';

  it('of a topic in another account is refused, with any name, and its subscription is not confirmed', async () => {
    const { customer, state } = await linked();
    const reply = await post(told('unsubscribe-success', customer, { TopicArn: strangers }));
    expect([reply.statusCode, await state()]).toEqual([403, 'activated']);
    const SubscribeURL = `https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${strangers}&Token=t`;
    const given = { Type: 'SubscriptionConfirmation', Token: 't', SubscribeURL, TopicArn: strangers, Timestamp: at() };
    const asked = await post(marketplaces.sns.message({}, given));
    expect([asked.statusCode, marketplaces.fetched.includes(SubscribeURL)]).toEqual([403, false]);
  });

  it.each(['s3', 's3-us-west-2', 'elb'])('from %s, which is not SNS, causes no fetch', async (region) => {
    const { customer, state } = await linked();
    const fetched = marketplaces.fetched.length;
    const reply = await post(
      told('unsubscribe-success', customer, {
        TopicArn: `arn:aws:sns:${region}:287250355862:aws-mp-subscription-notification-prod-aws`,
        SigningCertURL: `https://sns.${region}.amazonaws.com/SimpleNotificationService-ab.pem`,
      }),
    );
    expect([reply.statusCode, await state(), marketplaces.fetched.slice(fetched)]).toEqual([403, 'activated', []]);
  });

  it.each<Record<string, string>>([{ Type: 'constructor' }, { Type: 'toString' }, { SignatureVersion: 'constructor' }])(
    'of a type named like a property of every object is refused: %j',
    async (given) => {
      expect((await post({ ...told('unsubscribe-success', 'X1'), ...given })).statusCode).toBe(403);
    },
  );

  it('keeps an ended link in the list of links for ever', async () => {
    const { id, customer } = await linked();
    expect((await post(told('unsubscribe-pending', customer))).statusCode).toBe(204);
    app.clock.pass({ hours: 2 });
    const { items } = await internalCaller(app).call(calls.list, { query: { pageSize: 999 } });
    expect(items.filter(({ contractId }) => contractId === id)).toMatchObject([{ state: 'unsubscribed' }]);
  });

  it.each(['1', '2'])('that unsubscribes, signed by version %s, ends the link', async (SignatureVersion) => {
    const { customer, state } = await linked();
    const reply = await post(told('unsubscribe-pending', customer, { SignatureVersion, Subject: 'With a subject' }));
    expect([reply.statusCode, await state()]).toEqual([204, 'unsubscribed']);
    expect((await keptMessages(app))[0]).toMatchObject({
      source: 'sns',
      action: 'unsubscribe-pending',
      outcome: 'applied',
    });
  });

  it('may come as JSON, and in the other spelling', async () => {
    const { customer, state } = await linked();
    const message = { action: 'unsubscribe-success', CustomerIdentifier: customer, ProductCode: 'prod-aws' };
    const signed = marketplaces.sns.message({}, { Message: JSON.stringify(message), Timestamp: at() });
    await post(signed, { 'content-type': 'application/json' });
    expect(await state()).toBe('unsubscribed');
  });

  it('that comes before the token sets the token’s state', async () => {
    count += 1;
    const [customer, token] = [`X${count}`, `token-${count}`];
    await post(told('subscribe-fail', customer));
    standIn.books.subscribe({ cloud: 'aws', product: 'prod-aws', account: `7777${count + 10}`, customer, token });
    const someone = await person(app);
    const status = () => someone.call(calls.status, { query: { token, cloudProvider: 'aws' } });
    expect(await status()).toEqual({ status: 'unsubscribed' });
    app.clock.pass({ seconds: 1 });
    await post(told('subscribe-success', customer));
    expect(await status()).toEqual({ status: 'subscribed' });
  });

  it('is confirmed at SNS once it is proved', async () => {
    const SubscribeURL = `https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${topicArn}&Token=t`;
    const given = { Type: 'SubscriptionConfirmation', Token: 't', SubscribeURL, Timestamp: at() };
    expect((await post(marketplaces.sns.message({}, given))).statusCode).toBe(204);
    expect(marketplaces.fetched).toContain(SubscribeURL);
  });

  describe('is refused, changes nothing and causes no fetch', () => {
    const confirming = { Type: 'SubscriptionConfirmation', Token: 't' };
    it.each<[string, Record<string, string>]>([
      ['from another topic', { TopicArn: 'arn:aws:sns:us-east-1:287250355862:another' }],
      ['from the topic of a product that is not sold', { TopicArn: `${topicArn}-2` }],
      ['two hours old', { Timestamp: '2026-10-15T10:00:00Z' }],
      ['from tomorrow', { Timestamp: '2036-10-15T10:00:00Z' }],
      ['without a time', { Timestamp: 'now' }],
      ['of no known type', { Type: 'Gift' }],
      ['of another signature version', { SignatureVersion: '3' }],
      [
        'with a certificate beside SNS',
        { SigningCertURL: 'https://sns.us-east-1.amazonaws.com.evil.com/SimpleNotificationService-ab.pem' },
      ],
      [
        'with a certificate in a bucket',
        { SigningCertURL: 'https://sns.s3.amazonaws.com/SimpleNotificationService-ab.pem' },
      ],
      [
        'with a certificate of another region',
        { SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-ab.pem' },
      ],
      [
        'with a certificate over http',
        { SigningCertURL: 'http://sns.us-east-1.amazonaws.com/SimpleNotificationService-ab.pem' },
      ],
      [
        'with a certificate at an address with a user',
        { SigningCertURL: 'https://u:p@sns.us-east-1.amazonaws.com/SimpleNotificationService-ab.pem' },
      ],
      [
        'with a certificate at a port',
        { SigningCertURL: 'https://sns.us-east-1.amazonaws.com:8443/SimpleNotificationService-ab.pem' },
      ],
      ['with another file for a certificate', { SigningCertURL: 'https://sns.us-east-1.amazonaws.com/x/../evil.pem' }],
      [
        'with a query beside the certificate',
        { SigningCertURL: 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-ab.pem?x=y' },
      ],
      ['confirmed elsewhere', { ...confirming, SubscribeURL: 'http://169.254.169.254/latest/meta-data' }],
      ['confirmed beside SNS', { ...confirming, SubscribeURL: 'https://sns.us-east-1.amazonaws.com@evil.com/' }],
    ])('%s', async (_, given) => {
      const { customer, state } = await linked();
      const [fetched, before] = [marketplaces.fetched.length, await keptMessages(app)];
      const reply = await post(told('unsubscribe-success', customer, given));
      expect([reply.statusCode, reply.json().reason]).toEqual([403, 'NO_PERMISSION']);
      expect([marketplaces.fetched.length, await state()]).toEqual([fetched, 'activated']);
      expect(await keptMessages(app)).toEqual(before);
    });
  });

  it('signed by a stranger, or changed, is refused', async () => {
    const { customer, state } = await linked();
    const changed = { ...told('subscribe-success', customer), Message: told('unsubscribe-success', customer).Message };
    for (const message of [told('unsubscribe-success', customer, {}, 'stranger'), changed])
      expect((await post(message)).statusCode).toBe(403);
    expect(await state()).toBe('activated');
  });

  it('sent again is refused, and changes nothing', async () => {
    const { customer, state, id, caller } = await linked();
    const leaving = told('unsubscribe-success', customer);
    await post(leaving);
    app.clock.pass({ minutes: 50 });
    await post(told('subscribe-success', customer));
    app.clock.pass({ minutes: 11 });
    const body = { token: `token-${count}`, cloudProvider: 'aws' } as const;
    await caller.call(calls.activate, { params: { id }, body });
    const [later] = await Promise.all([post({ ...leaving })]);
    expect([later.statusCode, await state()]).toEqual([403, 'activated']);
  });

  it('older than an applied one changes nothing, and is stored as outdated', async () => {
    const { customer, state } = await linked();
    await post(told('subscribe-success', customer));
    const reply = await post(told('unsubscribe-success', customer, { Timestamp: at(-5) }));
    expect([reply.statusCode, await state()]).toEqual([409, 'activated']);
    const outdated = { action: 'unsubscribe-success', outcome: 'outdated' };
    expect(await keptMessages(app)).toContainEqual(expect.objectContaining(outdated));
  });

  it('of an unknown action is accepted, and changes nothing', async () => {
    const { customer, state } = await linked();
    expect((await post(told('price-changed', customer))).statusCode).toBe(204);
    expect([await state(), (await keptMessages(app))[0]?.outcome]).toEqual(['activated', 'unknown']);
  });

  it('that is not a JSON object is a bad request', async () => {
    for (const payload of ['{', '[]', '"text"', 'null']) {
      const headers = { 'content-type': 'text/plain' };
      const reply = await app.publicListener.inject({
        method: 'POST',
        url: '/api/v1/marketplace/sns',
        headers,
        payload,
      });
      expect([payload, reply.statusCode]).toEqual([payload, 400]);
    }
  });
});

it('plain text is accepted only by this call', async () => {
  const headers = { 'content-type': 'text/plain' };
  const url = '/api/v1/accounts/self-service/login';
  const reply = await app.publicListener.inject({ method: 'POST', url, headers, payload: '{}' });
  expect(reply.statusCode).toBe(415);
});

describe('after it was unsubscribed', () => {
  it('a contract can be linked again after an hour, not sooner', async () => {
    const { id, caller, customer, body } = await linked();
    await post(told('unsubscribe-pending', customer));
    app.clock.pass({ minutes: 59 });
    const again = { params: { id }, body };
    expect(await caller.refusal(calls.activate, again)).toMatchObject({ code: 409, reason: 'NOT_IMPLEMENTED' });
    await post(told('subscribe-success', customer));
    expect(await caller.refusal(calls.activate, again)).toMatchObject({ code: 409, reason: 'NOT_IMPLEMENTED' });
    app.clock.pass({ minutes: 1 });
    expect(await caller.call(calls.activate, again)).toMatchObject({ state: 'activated' });
  });
});
