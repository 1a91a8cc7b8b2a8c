import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { licence, marketplacesAt, webhookSecret } from '../marketplace.fixture.ts';
import { type StandIn, startStandIn } from '../stand-in/stand-in.ts';
import { deliverMessage, linkedTo } from './notification.fixture.ts';

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
beforeEach(() => app.clock.pass({ hours: 2 }));

const at = () => app.clock.now().toISOString();
const post = (payload: object, headers?: Record<string, string>) => deliverMessage(app, payload, headers);

/** A linked buyer, optionally with a licence at the stand-in. */
async function linked(given: { licence?: string } = {}) {
  count += 1;
  const [customer, account, token] = [`X${count}`, `2222333344${count + 10}`, `token-${count}`];
  const { state } = await linkedTo(app, standIn, {
    cloud: 'aws',
    product: 'prod-aws',
    account,
    customer,
    token,
    ...given,
  });
  return { account, state };
}

describe('an event of EventBridge', () => {
  it('about an unknown licence ends no link of another', async () => {
    const { account, state } = await linked();
    const detail = {
      product: { code: 'prod-aws' },
      acceptor: { accountId: account },
      license: { arn: 'license-manager::294406891311:license:l-ffffffffffffffff' },
    };
    const named = { id: `event-${count}`, source: 'aws.agreement-marketplace', time: at(), detail };
    const event = { ...named, 'detail-type': 'License Deprovisioned - Manufacturer' };
    const reply = await post(event, { 'x-marketplace-webhook-secret': webhookSecret });
    expect([reply.statusCode, await state()]).toEqual([204, 'activated']);
  });

  const event = (account: string, tail: string) => ({
    id: `event-${tail}-${count}`,
    source: 'aws.agreement-marketplace',
    'detail-type': 'License Deprovisioned - Manufacturer',
    time: at(),
    detail: {
      product: { code: 'prod-aws', id: 'prod-id' },
      // The archive omits the start of the ARN.
      license: { arn: `aws:license-manager::294406891311:license:${tail}` },
      acceptor: { accountId: account },
    },
  });

  it('ends only the link of its licence', async () => {
    const mine = await linked({ licence: `${licence}a` });
    const other = await linked({ licence: `${licence}b` });
    const headers = { 'x-marketplace-webhook-secret': webhookSecret };
    expect((await post(event(mine.account, 'l-0123456789abcdefa'), headers)).statusCode).toBe(204);
    expect([await mine.state(), await other.state()]).toEqual(['unsubscribed', 'activated']);
  });

  it.each(['', 'another-secret'])('with the secret %j is refused', async (secret) => {
    const { account, state } = await linked({ licence: `${licence}c` });
    const reply = await post(event(account, 'l-0123456789abcdefc'), { 'x-marketplace-webhook-secret': secret });
    expect([reply.statusCode, await state()]).toEqual([403, 'activated']);
  });
});
