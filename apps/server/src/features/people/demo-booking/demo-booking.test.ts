import { pathOf } from '@usance/api/call';
import { demoBookings } from '@usance/api/people/demo-booking';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person } from '#testing/builders.ts';
import { anonymousCaller, type Caller, internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let stranger: Caller;
beforeAll(async () => {
  app = await startTestApp();
  stranger = anonymousCaller(app);
});
afterAll(() => app.close());

const wait = (seconds: number) => app.clock.pass({ seconds });
// Each test has the full hourly allowance of its network.
beforeEach(() => wait(3_600));

const form = { name: 'Ada Lovelace', email: 'ada@northwind.example', company: 'Northwind' };
const book = (more: object = {}, by = stranger) => by.call(demoBookings.create, { body: { ...form, ...more } });
const refused = (more: object, by = stranger) => by.refusal(demoBookings.create, { body: { ...form, ...more } });
const list = (query: object) => internalCaller(app).call(demoBookings.list, { query });

describe('a demo request', () => {
  it('is stored with all its fields, for operators to read', async () => {
    const wishes = ['2030-10-05T09:00:00Z', '2030-10-06T17:30:00+02:00'];
    const said = { phone: '+44 (0)20 7946 0018', message: 'Twelve of us.\nIn French, please.', timeWishes: wishes };
    const booking = await book(said);
    expect(booking).toMatchObject({
      ...form,
      ...said,
      timeWishes: ['2030-10-05T09:00:00.000Z', '2030-10-06T15:30:00.000Z'],
      gmtCreated: app.clock.now().toISOString(),
    });
    expect((await list({})).items[0]).toEqual(booking);
  });

  it('may fill each field to its limit', async () => {
    const longest = {
      name: 'x'.repeat(100),
      company: 'x'.repeat(200),
      phone: '1'.repeat(40),
      message: '数'.repeat(2_000),
    };
    expect(await book(longest)).toMatchObject(longest);
  });

  it('needs only name, e-mail and company, and may come from an account', async () => {
    const someone = await person(app);
    expect(await book({ email: someone.identifier }, someone)).toMatchObject({
      phone: '',
      message: '',
      timeWishes: [],
    });
  });

  it('gets the same reply whether or not its e-mail has an account', async () => {
    const { identifier } = await person(app);
    const [known, unknown] = [await book({ email: identifier }), await book({ email: 'unknown@example.com' })];
    expect({ ...known, id: '', email: '' }).toEqual({ ...unknown, id: '', email: '' });
  });

  it('is refused with a missing, too long, past or unknown value', async () => {
    const bad: [object, string][] = [
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ email: 'nobody' }, 'email'],
      [{ email: undefined }, 'email'],
      [{ company: '' }, 'company'],
      [{ company: 'x'.repeat(201) }, 'company'],
      [{ phone: '1'.repeat(41) }, 'phone'],
      [{ message: 'x'.repeat(2_001) }, 'message'],
      [{ message: 'bell \u0007' }, 'message'],
      [{ timeWishes: Array.from({ length: 6 }, () => '2030-10-05T09:00:00Z') }, 'timeWishes'],
      [{ timeWishes: ['2030-10-05T09:00:00Z', 'tomorrow'] }, 'timeWishes.1'],
      [{ timeWishes: ['2030-10-05T09:00:00Z', app.clock.now().toISOString()] }, 'timeWishes.1'],
      [{ timeWishes: ['2101-01-01T00:00:00Z'] }, 'timeWishes.0'],
      [{ network: '127.0.0.1' }, 'network'],
    ];
    const { totalSize } = await list({});
    for (const [more, field] of bad) expect(await refused(more)).toMatchObject({ code: 400, metadata: { field } });
    expect((await list({})).totalSize).toBe(totalSize);
  });
});

describe('bookings from one network', () => {
  it('are five within an hour; the next is told how long to wait', async () => {
    for (let times = 0; times < 5; times += 1) {
      await book();
      wait(60);
    }
    expect(await refused({})).toMatchObject({
      code: 429,
      reason: 'TOO_MANY_REQUESTS',
      metadata: { retryAfterSeconds: '3300' },
    });
    wait(3_300);
    await book();
  });

  it('are five of many at once, signed in or not', async () => {
    const someone = await person(app);
    const tries = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => book({}, index % 2 === 0 ? stranger : someone)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });
});

it('bookings from one IPv6 /48, which one machine may have whole, are fifty within an hour', async () => {
  const bookFrom = async (site: string, nth: number) => {
    const url = pathOf(demoBookings.create, 'customer');
    const remoteAddress = `${site}:${nth.toString(16)}::1`;
    return (await app.publicListener.inject({ method: 'POST', url, payload: form, remoteAddress })).statusCode;
  };
  const statuses = [];
  for (let nth = 0; nth < 51; nth += 1) statuses.push(await bookFrom('2001:db8:7', nth));
  expect(statuses).toEqual([...Array(50).fill(200), 429]);
  expect(await bookFrom('2001:db8:70', 51)).toBe(200);
  wait(3_600);
  expect(await bookFrom('2001:db8:7', 52)).toBe(200);
});

describe('the list of bookings', () => {
  it('is of a range of time, the newest first, a page at a time', async () => {
    const start = app.clock.now().getTime();
    const ids: string[] = [];
    for (let times = 0; times < 3; times += 1) {
      ids.unshift((await book()).id);
      wait(60);
    }
    expect((await list({ start })).items.map(({ id }) => id)).toEqual(ids);
    expect((await list({ start, end: start + 120_000 })).items.map(({ id }) => id)).toEqual(ids.slice(1));
    expect(await list({ start, pageSize: 1, pageNum: 3 })).toMatchObject({ items: [{ id: ids[2] }], totalSize: 3 });
  });

  it('shows no network, and customers cannot read it', async () => {
    await book();
    const rows = (await internalCaller(app).raw({ url: '/internal/api/v1/demo-bookings' })).body;
    expect(rows).not.toContain('127.0.0.1');
    const reply = await (await person(app)).raw({ url: '/api/v1/demo-bookings' });
    expect(reply.statusCode).toBe(405);
  });
});
