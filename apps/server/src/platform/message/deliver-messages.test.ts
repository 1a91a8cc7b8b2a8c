import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { deliverMessages } from './deliver-messages.ts';
import { forgetMessages } from './forget-messages.ts';
import type { Carriers, Message } from './message.ts';
import { postMessage } from './post-message.ts';
import { startDelivery } from './start-delivery.ts';

const minute = 60_000;
const message: Message = { channel: 'mail', to: 'new@example.com', subject: 'Your code', text: 'It is 123456.' };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(() => app.deps.db.deleteFrom('message_outbox').execute());

const post = (posted = message, now = app.clock.now()) =>
  app.deps.db.transaction().execute((tx) => postMessage({ tx, now }, posted));
const after = (minutes: number) => new Date(app.clock.now().getTime() + minutes * minute);
const waiting = () => app.deps.db.selectFrom('message_outbox').selectAll().execute();

/** A carrier that refuses the first few messages and takes the others. */
function carrier(refused = 0): { carriers: Carriers; taken: Message[] } {
  const taken: Message[] = [];
  let tries = 0;
  const send = async (given: Message) => {
    tries += 1;
    if (tries <= refused) throw new Error('not now');
    taken.push(given);
  };
  return { carriers: { mail: { send } }, taken };
}

it('a message is sent after its transaction commits, and then deleted', async () => {
  const { carriers, taken } = carrier();
  await expect(
    app.deps.db.transaction().execute(async (tx) => {
      await postMessage({ tx, now: app.clock.now() }, message);
      throw new Error('it does not hold');
    }),
  ).rejects.toThrow('hold');
  await post();
  expect(await deliverMessages(app.deps, carriers, after(0), 'mail')).toBe(1);
  expect(await deliverMessages(app.deps, carriers, after(10), 'mail')).toBe(0);
  expect(taken).toEqual([message]);
  expect(await waiting()).toEqual([]);
});

it('is sent by only one of two processes that look at once', async () => {
  const { carriers, taken } = carrier();
  for (let each = 0; each < 15; each += 1) await post();
  await Promise.all(Array.from({ length: 4 }, () => deliverMessages(app.deps, carriers, after(0), 'mail')));
  expect(taken).toHaveLength(15);
});

/** A carrier that takes its messages and does not answer until it is released. */
function hanging() {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const taken: Message[] = [];
  const send = async (given: Message) => {
    taken.push(given);
    begun.resolve();
    await held.promise;
  };
  return { carriers: { mail: { send } }, taken, begun: begun.promise, letGo: held.resolve };
}

it('is sent as soon as it is claimed, so that no claim expires behind other messages', async () => {
  const { carriers, taken, begun, letGo } = hanging();
  for (let each = 0; each < 30; each += 1) await post();
  const sending = deliverMessages(app.deps, carriers, after(0), 'mail');
  await begun;
  const claimed = (await waiting()).filter(({ tries }) => tries > 0);
  expect(taken).toHaveLength(claimed.length);
  letGo();
  expect(await sending).toBe(claimed.length);
});

it('by SMS goes out while the mail server hangs', async () => {
  const mail = hanging();
  const sent = Promise.withResolvers<Message>();
  const carriers = { ...mail.carriers, sms: { send: async (given: Message) => sent.resolve(given) } };
  await post();
  await post({ ...message, channel: 'sms', to: '+8613912345678' });
  const delivery = startDelivery(app.deps, carriers);
  onTestFinished(() => delivery.stop());
  onTestFinished(() => mail.letGo());
  await mail.begun;
  expect(await sent.promise).toMatchObject({ channel: 'sms' });
});

it('is tried again after one minute, then two, and does not hold up another', async () => {
  const { carriers, taken } = carrier(2);
  await post();
  await deliverMessages(app.deps, carriers, after(0), 'mail');
  await deliverMessages(app.deps, carriers, after(0.9), 'mail');
  expect(await waiting()).toMatchObject([{ tries: 1, failure: 'Error: not now' }]);
  await deliverMessages(app.deps, carriers, after(1), 'mail');
  await post({ ...message, to: 'other@example.com' }, after(1));
  await deliverMessages(app.deps, carriers, after(2), 'mail');
  expect(taken.map(({ to }) => to)).toEqual(['other@example.com']);
  await deliverMessages(app.deps, carriers, after(3), 'mail');
  expect(taken).toHaveLength(2);
});

it('is given up after twelve tries, and kept with the reason', async () => {
  const { carriers } = carrier(Number.POSITIVE_INFINITY);
  await post();
  for (let hours = 0; hours < 20; hours += 1) await deliverMessages(app.deps, carriers, after(hours * 60), 'mail');
  expect(await waiting()).toMatchObject([{ tries: 12, next_try_at: null, failure: 'Error: not now' }]);
});

it('is logged as a warning and kept where its channel has no carrier', async () => {
  const printed: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void printed.push(line) });
  await post();
  await deliverMessages({ ...app.deps, log }, {}, after(0), 'mail');
  await deliverMessages({ ...app.deps, log }, {}, after(60), 'mail');
  expect(printed).toHaveLength(1);
  expect(printed[0]).toMatch(message.text);
  expect(await waiting()).toMatchObject([{ recipient: message.to, body: message.text, next_try_at: null }]);
});

it('is deleted a month after it was given up or printed, and never while it is tried', async () => {
  await post();
  await forgetMessages(app.deps, after(31 * 24 * 60));
  expect(await waiting()).toHaveLength(1);
  await deliverMessages(app.deps, {}, after(0), 'mail');
  await forgetMessages(app.deps, after(29 * 24 * 60));
  expect(await waiting()).toHaveLength(1);
  await forgetMessages(app.deps, after(30 * 24 * 60));
  expect(await waiting()).toEqual([]);
});
