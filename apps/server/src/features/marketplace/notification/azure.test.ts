import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { marketplacesAt } from '../marketplace.fixture.ts';
import { type StandIn, startStandIn } from '../stand-in/stand-in.ts';
import { deliverMessage, keptMessages, linkedTo } from './notification.fixture.ts';

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

describe('a message of Azure’s webhook', () => {
  async function subscribed() {
    count += 1;
    const [instance, token] = [`sub-${count}`, `azure-${count}`];
    const account = `tenant-${count}`;
    const { state } = await linkedTo(app, standIn, {
      cloud: 'azure',
      product: 'offer-azure',
      account,
      token,
      instance,
    });
    const message = (action: string) => ({
      id: `operation-${count}-${action}`,
      activityId: 'a',
      subscriptionId: instance,
      offerId: 'offer-azure',
      planId: 'standard',
      timeStamp: at(),
      action,
      status: 'Succeeded',
    });
    return { state, message };
  }

  it('is accepted if Azure has that operation open', async () => {
    const { state, message } = await subscribed();
    const leaving = message('Unsubscribe');
    const refused = await post(leaving, { 'content-type': 'application/json' });
    expect([refused.statusCode, await state()]).toEqual([403, 'activated']);
    standIn.operations.set(leaving.id, leaving);
    expect((await post(leaving, { 'content-type': 'application/json' })).statusCode).toBe(204);
    expect(await state()).toBe('unsubscribed');
  });

  it('of an operation on another subscription, or another action, is refused', async () => {
    const [mine, other] = [await subscribed(), await subscribed()];
    const leaving = mine.message('Unsubscribe');
    standIn.operations.set(leaving.id, { ...other.message('Unsubscribe'), id: leaving.id });
    expect((await post(leaving)).statusCode).toBe(403);
    standIn.operations.set(leaving.id, { ...leaving, action: 'Renew' });
    expect((await post(leaving)).statusCode).toBe(403);
    expect(await mine.state()).toBe('activated');
  });

  it.each(['ChangeWeather', 'constructor', '__proto__'])(
    'with the unknown action %s is acknowledged, but neither applied nor stored, since it is not proved',
    async (action) => {
      const { state, message } = await subscribed();
      const before = (await keptMessages(app)).length;
      expect((await post({ ...message(action), timeStamp: '+200000-01-01T00:00:00Z' })).statusCode).toBe(204);
      expect([await state(), (await keptMessages(app)).length]).toEqual(['activated', before]);
    },
  );

  it.each(['+200000-01-01T00:00:00Z', '-200000-01-01T00:00:00Z', 'never'])(
    'that was proved gets a possible time instead of %s',
    async (timeStamp) => {
      const { message } = await subscribed();
      const renewed = message('Renew');
      standIn.operations.set(renewed.id, renewed);
      expect((await post({ ...renewed, timeStamp })).statusCode).toBe(204);
      const [told] = await keptMessages(app);
      expect([told?.action, told?.gmtTold.slice(0, 4)]).toEqual(['Renew', at().slice(0, 4)]);
    },
  );

  it('about an unknown subscription is refused without a call to Azure', async () => {
    const asked = [...standIn.asked.values()].reduce((sum, times) => sum + times, 0);
    const reply = await post({ id: 'x', subscriptionId: '../../evil', action: 'Unsubscribe' });
    expect(reply.statusCode).toBe(403);
    expect([...standIn.asked.values()].reduce((sum, times) => sum + times, 0)).toBe(asked);
  });
});
