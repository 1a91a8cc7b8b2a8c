import { contractRoles } from '@usance/api/contract/contract-role';
import { costSharings } from '@usance/api/contract/cost-sharing';
import { billingZoneOf } from '@usance/period/zone';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, rightPassword } from '#testing/builders.ts';
import { signedInCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { inChinese, tellingOn } from '../../contract/notification/notification.fixture.ts';
import { type RatedRow, rowsRated } from '../purchase/rated-rows.fixture.ts';
import { viewing } from './cost-view.fixture.ts';
import { lastMailAt, nextMailAt } from './next-mail.ts';
import { nextViewMail, sendViewMails } from './send-view-mails.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    now: '2026-10-15T12:00:00Z',
    clickhouse: true,
    damaged: 'rated rows of no usage are put in',
  });
});
afterAll(() => app.close());

const { mailsTo } = tellingOn(() => app);
const round = (deps = app.deps) => sendViewMails(deps, app.clock.now());
const at = (hour: string, amount: string, more: Partial<RatedRow> = {}): RatedRow => ({
  bill_at: `2026-${hour}:00:00Z`,
  amount,
  ...more,
});
const [monday, monthStart] = ['2026-10-19T08:00:00Z', '2026-11-01T08:00:00Z'];

/** A contract with its admin on the Thursday before the first Monday. */
async function customer(currency: 'USD' | 'CNY' = 'USD') {
  const { id } = await contract(app, { currency });
  const admin = await member(app, id, 'admin');
  const used = (rows: readonly RatedRow[]) => rowsRated(app, id, billingZoneOf(currency), rows);
  return { id, params: { id }, admin, used, views: viewing(admin, id) };
}
/** The lines of the totals of a person's mails, sorted. */
const totalsOf = async (identifier: string) =>
  (await mailsTo(identifier)).map(({ body }) => body.split('\n')[1]).toSorted();
const textOf = async (identifier: string) => (await mailsTo(identifier)).at(-1)?.body.split('\n');

describe('the day of a mail', () => {
  it.each([
    ['monday', 'UTC', '2026-10-15T12:00:00Z', '2026-10-19T08:00:00.000Z'],
    ['monday', 'UTC', '2026-10-19T07:59:59Z', '2026-10-19T08:00:00.000Z'],
    ['monday', 'UTC', '2026-10-19T08:00:00Z', '2026-10-26T08:00:00.000Z'],
    ['monday', 'Asia/Shanghai', '2026-10-18T23:59:59Z', '2026-10-19T00:00:00.000Z'],
    ['firstOfMonth', 'UTC', '2026-12-15T12:00:00Z', '2027-01-01T08:00:00.000Z'],
    ['firstOfMonth', 'Asia/Shanghai', '2026-10-31T12:00:00Z', '2026-11-01T00:00:00.000Z'],
    ['firstOfMonth', 'Asia/Shanghai', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00.000Z'],
  ] as const)('%s in %s after %s is %s', (mail, zone, now, next) => {
    expect(nextMailAt(mail, zone, new Date(now)).toISOString()).toBe(next);
  });

  it.each([
    ['monday', 'UTC', '2026-10-19T07:59:59Z', '2026-10-12T08:00:00.000Z'],
    ['monday', 'UTC', '2026-10-19T08:00:00Z', '2026-10-19T08:00:00.000Z'],
    ['monday', 'Asia/Shanghai', '2026-10-18T23:59:59Z', '2026-10-12T00:00:00.000Z'],
    ['monday', 'Asia/Shanghai', '2026-10-19T00:00:00Z', '2026-10-19T00:00:00.000Z'],
    ['firstOfMonth', 'UTC', '2026-11-02T00:30:00Z', '2026-11-01T08:00:00.000Z'],
    ['firstOfMonth', 'UTC', '2027-01-01T07:59:59Z', '2026-12-01T08:00:00.000Z'],
    ['firstOfMonth', 'Asia/Shanghai', '2026-10-31T23:59:59Z', '2026-10-01T00:00:00.000Z'],
    ['firstOfMonth', 'Asia/Shanghai', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00.000Z'],
  ] as const)('%s in %s that leaves at %s was due at %s', (mail, zone, now, due) => {
    expect(lastMailAt(mail, zone, new Date(now)).toISOString()).toBe(due);
  });
});

describe('a mail', () => {
  it('tells the total of the view, its change and its five largest groups, with a link', async () => {
    const { id, admin, used, views } = await customer();
    const products = ['Compute', 'Storage', 'Network', 'Backup', 'Cache', 'Archive', 'Logs'];
    await used([
      at('09-03T05', '200', { product: 'Compute' }),
      at('09-30T05', '1000', { product: 'Compute' }),
      ...products.map((product, no) => at(`10-${10 + no}T05`, String(1_000 - 100 * no), { product })),
      at('10-18T05', '0.125', { product: 'Compute' }),
      // The usage of the Monday itself is another week's.
      at('10-19T00', '7', { product: 'Compute' }),
      at('10-12T05', '50', { cloud_provider: 'azure', datacloud_id: 'dc-bbbb' }),
    ]);
    const view = await views.save({
      name: 'AWS by product',
      analysis: { range: 'this-month', filter: { cloudProvider: ['aws'] } },
    });
    await views.mail(view.id, 'monday');
    app.clock.moveTo(monday);
    await round();
    const [mail, ...more] = await mailsTo(admin.identifier);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`View “AWS by product” of ${id}`);
    expect(mail?.body.split('\n')).toEqual([
      `View “AWS by product” of ${id}`,
      '2026-10-01 – 2026-10-18 (UTC): $4,900.13',
      'Former period, 2026-09-01 – 2026-09-18 (UTC): $200.00',
      'Change: +$4,700.13 (+2350.1%)',
      '',
      'Largest by product:',
      'Compute: $1,000.13',
      'Storage: $900.00',
      'Network: $800.00',
      'Backup: $700.00',
      'Cache: $600.00',
      '2 others: $900.00',
      '',
      `{console}/billing-center/${id}/cost-views/${view.id}`,
      '',
      'You chose to get this view by mail. To stop it, open the view and change “Mail” in its menu.',
    ]);
  });

  it('is in the language of its reader, in the contract’s zone and currency', async () => {
    const { id, admin, used, views } = await customer('CNY');
    await used([at('10-31T15', '3', { region: 'us-west-2' }), at('10-31T16', '5', { region: 'us-west-2' })]);
    const { id: view } = await views.save({
      name: '区域',
      analysis: { range: 'this-month', compare: 'off', groupBy: 'region' },
    });
    await views.mail(view, 'firstOfMonth', inChinese);
    app.clock.moveTo('2026-10-31T23:59:00Z');
    await round();
    expect(await mailsTo(admin.identifier)).toEqual([]);
    app.clock.moveTo('2026-11-01T00:00:00Z');
    await round();
    expect((await textOf(admin.identifier))?.slice(0, 6)).toEqual([
      `${id} 的视图“区域”`,
      '2026-10-01 – 2026-10-31 (Asia/Shanghai)：￥3.00',
      '',
      '按区域金额最大的项目：',
      expect.stringMatching(/^AWS .*: ￥3\.00$/),
      '',
    ]);
    expect((await mailsTo(admin.identifier))[0]?.subject).toBe(`${id} 的视图“区域”`);
  });

  it('of the first of a month has the whole month before, by either name, and groups by tags', async () => {
    const { admin, used, views } = await customer();
    await used([at('09-15T05', '2'), at('10-31T23', '5'), at('11-01T02', '9')]);
    const tags = { groupBy: 'tag', tagKey: 'team' } as const;
    for (const range of ['this-month', 'last-month']) {
      const { id } = await views.save({ name: range, analysis: { range, ...tags } });
      await views.mail(id, 'firstOfMonth');
    }
    app.clock.moveTo(monthStart);
    await round();
    const bodies = (await mailsTo(admin.identifier)).map(({ body }) => body.split('\n').slice(1, 7));
    const told = [
      '2026-10-01 – 2026-10-31 (UTC): $5.00',
      'Former period, 2026-09-01 – 2026-09-30 (UTC): $2.00',
      'Change: +$3.00 (+150.0%)',
      '',
      'Largest by team:',
      'No tag team: $5.00',
    ];
    expect(bodies).toEqual([told, told]);
  });

  it('says that there was no usage', async () => {
    const { admin, views } = await customer();
    await views.mail((await views.save({ analysis: { range: '2026-01-05..2026-01-06' } })).id, 'monday');
    app.clock.moveTo(new Date(app.clock.now().getTime() + 8 * 86_400_000));
    await round();
    const text = await textOf(admin.identifier);
    expect(text?.slice(1, 3)).toEqual(['2026-01-05 – 2026-01-06 (UTC): $0.00', expect.stringContaining('2026-01-04')]);
    expect(text).toContain('There was no usage.');
  });

  it('of a Monday that is late, into another month, is about the days before that Monday', async () => {
    const { params, admin, used, views } = await customer();
    const colleague = await member(app, params.id, 'billing_viewer');
    await used([at('10-10T05', '3'), at('11-29T23', '900'), at('11-30T05', '20'), at('12-01T05', '7')]);
    const view = async (range: string) => (await views.save({ name: range, shared: true, analysis: { range } })).id;
    const [running, past] = [await view('this-month'), await view('last-month')];
    for (const id of [running, past]) await views.mail(id, 'monday');
    await viewing(colleague, params.id).mail(running, 'firstOfMonth');
    // The server was away for weeks.
    app.clock.moveTo('2026-12-01T08:00:00Z');
    await round();
    expect(await totalsOf(admin.identifier)).toEqual([
      '2026-10-01 – 2026-10-31 (UTC): $3.00',
      '2026-11-01 – 2026-11-29 (UTC): $900.00',
    ]);
    expect(await totalsOf(colleague.identifier)).toEqual(['2026-11-01 – 2026-11-30 (UTC): $920.00']);
  });

  it('of the first of a month that is late is about the month before, in both zones', async () => {
    const customers = [await customer(), await customer('CNY')];
    for (const { used, views } of customers) {
      await used([at('12-31T05', '900'), { bill_at: '2027-01-01T05:00:00Z', amount: '7' }]);
      for (const range of ['this-month', 'last-month', '2026-12-31..'])
        await views.mail((await views.save({ name: range, analysis: { range } })).id, 'firstOfMonth');
    }
    app.clock.moveTo('2027-01-02T00:30:00Z');
    await round();
    const [dollars, yuan] = await Promise.all(customers.map(({ admin }) => totalsOf(admin.identifier)));
    const december = '2026-12-01 – 2026-12-31';
    expect(dollars).toEqual([`${december} (UTC): $900.00`, `${december} (UTC): $900.00`, '2026-12-31 (UTC): $900.00']);
    expect(yuan).toEqual([
      `${december} (Asia/Shanghai): ￥900.00`,
      `${december} (Asia/Shanghai): ￥900.00`,
      '2026-12-31 (Asia/Shanghai): ￥900.00',
    ]);
  });
});

describe('sending', () => {
  const nextWeek = () => app.clock.moveTo(nextMailAt('monday', 'UTC', app.clock.now()));

  it('sends each mail once, however often and by however many servers it is tried', async () => {
    const { admin, views } = await customer();
    await views.mail((await views.save()).id, 'monday');
    nextWeek();
    await Promise.all([round(), round(), round()]);
    await round();
    expect(await mailsTo(admin.identifier)).toHaveLength(1);
    nextWeek();
    await round();
    expect(await mailsTo(admin.identifier)).toHaveLength(2);
  });

  it('is quiet for people who ended their mails, whose role ended, or who may no longer read costs', async () => {
    const { params, admin, views } = await customer();
    await admin.call(costSharings.update, { params, body: { shared: true } });
    const { id: view } = await views.save({ shared: true });
    const [gone, quiet, viewer] = await Promise.all([
      member(app, params.id, 'billing_viewer'),
      member(app, params.id, 'billing_viewer'),
      member(app, params.id, 'viewer'),
    ]);
    for (const reader of [admin, gone, quiet, viewer]) await viewing(reader, params.id).mail(view, 'monday');
    await viewing(quiet, params.id).mail(view, 'none');
    await admin.call(contractRoles.revoke, {
      params: { ...params, role: 'billing_viewer', user: gone.identifier },
    });
    nextWeek();
    await round();
    const recipients = async () =>
      (await mailsTo(...[admin, gone, quiet, viewer].map(({ identifier }) => identifier)))
        .filter(({ subject }) => subject.startsWith('View “mine”'))
        .map(({ recipient }) => recipient);
    expect((await recipients()).toSorted()).toEqual([admin.identifier, viewer.identifier].toSorted());
    const again = await signedInCaller(app, admin.identifier, rightPassword);
    await again.call(costSharings.update, { params, body: { shared: false } });
    nextWeek();
    await round();
    expect((await recipients()).filter((each) => each === viewer.identifier)).toHaveLength(1);
    expect((await recipients()).filter((each) => each === admin.identifier)).toHaveLength(2);
  });

  it('is quiet for people who lose the right to read costs, or end their mails, while the figures are read', async () => {
    const { params, admin, views } = await customer();
    await admin.call(costSharings.update, { params, body: { shared: true } });
    const { id: view } = await views.save({
      shared: true,
      analysis: { range: 'this-month', filter: { product: ['slow'] } },
    });
    const [gone, quiet, viewer] = await Promise.all([
      member(app, params.id, 'billing_viewer'),
      member(app, params.id, 'billing_viewer'),
      member(app, params.id, 'viewer'),
    ]);
    const readers = [admin, gone, quiet, viewer];
    for (const reader of readers) await viewing(reader, params.id).mail(view, 'monday');
    nextWeek();
    const adminAgain = await signedInCaller(app, admin.identifier, rightPassword);
    const quietAgain = await signedInCaller(app, quiet.identifier, rightPassword);
    const lose = async () => {
      await viewing(quietAgain, params.id).mail(view, 'none');
      await adminAgain.call(contractRoles.revoke, {
        params: { ...params, role: 'billing_viewer', user: gone.identifier },
      });
      await adminAgain.call(costSharings.update, { params, body: { shared: false } });
    };
    let lost: Promise<void> | undefined;
    const { clickhouse } = app.deps;
    const read: typeof clickhouse.queryKept = async (text, given) => {
      if ([given.product].flat()[0] === 'slow') lost ??= lose();
      await lost;
      return clickhouse.queryKept(text, given);
    };
    await round({ ...app.deps, clickhouse: Object.create(clickhouse, { queryKept: { value: read } }) });
    await lost;
    const mailed = await mailsTo(...readers.map(({ identifier }) => identifier));
    const recipients = mailed.filter(({ subject }) => subject.startsWith('View “mine”')).map((mail) => mail.recipient);
    expect(recipients).toEqual([admin.identifier]);
  });

  it('goes on with the other views if one fails, and tries that one again in an hour', async () => {
    const { params, admin, views } = await customer();
    const [broken, sound] = [await views.save({ name: 'broken' }), await views.save({ name: 'sound' })];
    await views.change(broken.id, {
      name: 'broken',
      analysis: { range: 'this-month', filter: { product: ['broken'] } },
    });
    for (const { id } of [broken, sound]) await views.mail(id, 'monday');
    nextWeek();
    const { clickhouse } = app.deps;
    const failing = Object.create(clickhouse, {
      queryKept: {
        value: (text: string, given: { product?: string[] }) =>
          given.product?.[0] === 'broken'
            ? Promise.reject(new Error('this view cannot be read'))
            : clickhouse.queryKept(text, given as never),
      },
    });
    await round({ ...app.deps, clickhouse: failing, log: app.deps.log });
    const subjects = async () => (await mailsTo(admin.identifier)).map(({ subject }) => subject);
    expect(await subjects()).toEqual([`View “sound” of ${params.id}`]);
    app.clock.pass({ minutes: 59 });
    await round();
    expect(await subjects()).toHaveLength(1);
    app.clock.pass({ minutes: 1 });
    await round();
    expect(await subjects()).toEqual([`View “sound” of ${params.id}`, `View “broken” of ${params.id}`]);
    nextWeek();
    await round();
    expect(await subjects()).toHaveLength(4);
  });

  it('names the next mail, so that a moved clock stops there', async () => {
    const { views } = await customer();
    await views.mail((await views.save()).id, 'monday');
    const next = nextMailAt('monday', 'UTC', app.clock.now());
    const named = await nextViewMail(app.deps.db, new Date(next.getTime() - 1));
    expect(named).toEqual(next);
  });

  it('ends with a deleted view', async () => {
    const { admin, views } = await customer();
    const { id } = await views.save();
    await views.mail(id, 'monday');
    await views.remove(id);
    nextWeek();
    await round();
    expect(await mailsTo(admin.identifier)).toEqual([]);
  });
});
