import { verifications } from '@usance/api/people/verification';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from '#testing/builders.ts';
import { anonymousCaller, type Caller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let stranger: Caller;
beforeAll(async () => {
  app = await startTestApp();
  stranger = anonymousCaller(app);
});
afterAll(() => app.close());

const wait = (seconds: number) => app.clock.pass({ seconds });

describe('codes to telephones', () => {
  it('are five hundred an hour for the whole installation', async () => {
    wait(3_600);
    const now = app.clock.now();
    const sent = Array.from({ length: 499 }, (_, nth) => ({
      id: `job-sms${nth}`,
      channel: 'sms' as const,
      target: String(13_100_000_000 + nth),
      purpose: 'phone' as const,
      account_id: null,
      network: `network ${nth}`,
      counted_as: 'stranger phone',
      code_hash: null,
      sent_at: now,
      expires_at: new Date(now.getTime() + 600_000),
    }));
    await app.deps.db.insertInto('auth_job').values(sent).execute();
    const sendTo = (number: string) => stranger.call(verifications.sendSms, { params: { number } });
    await sendTo('13200000000');
    wait(60);
    const refused = {
      code: 429,
      message: expect.stringMatching('telephones'),
      metadata: { retryAfterSeconds: '3540' },
    };
    const params = { number: '13200000001' };
    expect(await stranger.refusal(verifications.sendSms, { params })).toMatchObject(refused);
    await stranger.call(verifications.sendMail, { params: { email: 'a@example.com' }, query: {} });
    wait(3_540);
    await sendTo(params.number);
  });

  it('are sent with the country code', async () => {
    wait(3_600);
    await stranger.call(verifications.sendSms, { params: { number: '13987654321' } });
    const rows = app.deps.db.selectFrom('message_outbox').select('recipient').where('channel', '=', 'sms');
    expect(await rows.orderBy('id', 'desc').executeTakeFirst()).toEqual({ recipient: '+8613987654321' });
  });
});

describe('a self-hosted installation without SMS', () => {
  let own: TestApp;
  beforeAll(async () => {
    own = await startTestApp({ skipsPhones: true });
  });
  afterAll(() => own.close());

  it('says that no telephone needs verification to every possible registration, with or without an account', async () => {
    const { identifier } = await person(own);
    const visitor = anonymousCaller(own);
    const told = async (email: string, purpose?: 'register' | 'reset', language = 'en-US') => {
      const headers = { 'accept-language': language };
      return (await visitor.call(verifications.sendMail, { params: { email }, query: { purpose }, headers })).message;
    };
    expect(await told(identifier)).toMatch('BYOC');
    expect(await told('b@example.com')).toBe(await told('c@example.com', 'register'));
    expect(await told('d@example.com', 'register', 'zh-CN')).toMatch(/BYOC.*手机/);
    expect(await told('e@example.com', 'reset')).toBeUndefined();
  });
});
