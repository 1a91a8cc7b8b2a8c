import { type CostAnalysis, costViews, mostCostViews, mostMailedViews } from '@usance/api/billing/cost-view';
import { auditRecords } from '@usance/api/contract/audit-record';
import { contractRoles } from '@usance/api/contract/contract-role';
import { costSharings } from '@usance/api/contract/cost-sharing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { refusesToEverybody } from '#testing/hostile.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { thisMonth, viewing } from './cost-view.fixture.ts';

let app: TestApp;
const names = { C: '', V: '', A: '' };
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z' });
  const { params, mine, admin } = await customer();
  const { id } = await mine.save();
  await mine.mail(id, 'monday');
  Object.assign(names, { C: params.id, V: id, A: admin.accountId });
});
afterAll(() => app.close());

/** A contract with its admin, and another person who reads its bills. */
async function customer() {
  const { id } = await contract(app);
  const admin = await member(app, id, 'admin');
  const other = await member(app, id, 'billing_viewer');
  const [mine, theirs] = [viewing(admin, id), viewing(other, id)];
  return { params: { id }, admin, other, mine, theirs };
}

describe('a view', () => {
  it('keeps what cost analysis shows, word by word', async () => {
    const { params, admin, mine } = await customer();
    const analysis: CostAnalysis = {
      ...{ range: 'last-3-months', compare: 'year', groupBy: 'tag', tagKey: 'team', step: 'week' },
      ...{ includeZeroAmount: false, filter: { cloudProvider: ['aws'], subType: [''], tag: ['env=prod', 'team'] } },
    };
    const saved = await mine.save({ name: ' Team costs ', analysis });
    expect(saved).toMatchObject({ contractId: params.id, name: 'Team costs', analysis, shared: false, mail: 'none' });
    expect(saved).toMatchObject({ isMine: true, mayChange: true, maker: admin.identifier });
    expect(await mine.list()).toEqual([saved]);
    const changed = await mine.change(saved.id, { name: 'Days', analysis: { range: '2026-10-01..' } });
    expect(changed).toEqual({
      ...saved,
      name: 'Days',
      analysis: {
        ...{ range: '2026-10-01..', compare: 'previous', groupBy: 'product', includeZeroAmount: true, filter: {} },
      },
    });
    await mine.remove(saved.id);
    expect(await mine.list()).toEqual([]);
  });

  it.each([
    ['analysis.range', { range: 'tomorrow' }],
    ['analysis.range', { range: '2026-02-30..2026-03-01' }],
    ['analysis.range', { range: '2026-03-02..2026-03-01' }],
    ['analysis.range', { range: '2024-03-02..2026-03-01' }],
    ['analysis.range', {}],
    ['analysis.tagKey', { ...thisMonth, groupBy: 'tag' }],
    ['analysis.tagKey', { ...thisMonth, tagKey: 'team' }],
    ['analysis.groupBy', { ...thisMonth, groupBy: 'colour' }],
    ['analysis.filter.tag', { ...thisMonth, filter: { tag: [] } }],
    ['analysis.filter.cloudProvider.0', { ...thisMonth, filter: { cloudProvider: ['moon'] } }],
    ['analysis', { ...thisMonth, colour: 'red' }],
  ])('is refused with the field %s for %j', async (field, analysis) => {
    const { params, admin } = await customer();
    const refused = await admin.refusal(costViews.create, { params, body: { name: 'x', analysis } });
    expect(refused).toMatchObject({ code: 400, reason: 'INVALID_PARAMETER' });
    expect(refused.metadata?.['field']?.startsWith(field)).toBe(true);
  });

  it('needs a name of 1 to 64 characters that no other view of its maker has', async () => {
    const { params, admin, mine, theirs } = await customer();
    const named = (name: string) => admin.refusal(costViews.create, { params, body: { name, analysis: thisMonth } });
    expect(await named(' ')).toMatchObject({ code: 400, metadata: { field: 'name' } });
    expect(await named('x'.repeat(65))).toMatchObject({ code: 400, metadata: { field: 'name' } });
    await mine.save({ name: 'x'.repeat(64) });
    const { id } = await mine.save({ name: 'mine' });
    expect(await named('mine')).toMatchObject({ reason: 'COST_VIEW_CONFLICT', metadata: { field: 'name' } });
    const body = { name: 'x'.repeat(64), analysis: thisMonth };
    const renamed = await admin.refusal(costViews.update, { params: { ...params, viewID: id }, body });
    expect(renamed).toMatchObject({ reason: 'COST_VIEW_CONFLICT', metadata: { field: 'name' } });
    await mine.change(id, { name: 'mine', shared: true });
    await theirs.save({ name: 'mine', shared: true });
    expect(await theirs.names()).toEqual(['mine', 'mine']);
  });

  it('is one of at most 50 of a person on a contract', async () => {
    const { params, admin, mine, theirs } = await customer();
    for (let each = 0; each < mostCostViews; each += 1) await mine.save({ name: `view ${each}` });
    const body = { name: 'one more', analysis: thisMonth };
    expect(await admin.refusal(costViews.create, { params, body })).toMatchObject({ reason: 'COST_VIEW_CONFLICT' });
    await theirs.save();
    expect(await theirs.names()).toEqual(['mine']);
  });
});

describe('a private view', () => {
  it('exists for its maker alone, and not even for an admin', async () => {
    const { params, admin, mine, theirs } = await customer();
    const { id: viewID } = await theirs.save({ name: 'Secret plan' });
    expect(await mine.list()).toEqual([]);
    const at = { params: { ...params, viewID } };
    const body = { name: 'x', analysis: thisMonth };
    for (const refused of [
      await admin.refusal(costViews.update, { ...at, body }),
      await admin.refusal(costViews.delete, at),
      await admin.refusal(costViews.mail, { ...at, body: { mail: 'monday' } }),
    ])
      expect(refused).toMatchObject({ code: 404, reason: 'COST_VIEW_NOT_FOUND' });
    expect(await theirs.names()).toEqual(['Secret plan']);
  });

  it('leaves its name and content out of the audit, of customers and of operators', async () => {
    const { params, admin, theirs } = await customer();
    const analysis = { ...thisMonth, filter: { tag: ['project=Secret plan'] } };
    const { id } = await theirs.save({ name: 'Secret plan', analysis });
    await theirs.change(id, { name: 'Secret plan B', analysis });
    await theirs.remove(id);
    const { items } = await admin.call(auditRecords.list, { params, query: { call: 'cost-view' } });
    expect(items.map(({ call }) => call)).toEqual(['cost-view.delete', 'cost-view.update', 'cost-view.create']);
    expect(items[2]?.changes).toMatchObject([{ of: 'cost_view', after: { id, shared: false } }]);
    const whole = await internalCaller(app).call(auditRecords.listAll, {
      query: { call: 'cost-view', contractId: params.id },
    });
    expect(whole.items.some(({ call }) => call === 'cost-view.create')).toBe(true);
    expect(JSON.stringify([items, whole])).not.toContain('Secret plan');
  });
});

describe('a shared view', () => {
  it('is seen by everyone who may read the costs, and changed by its maker and admins alone', async () => {
    const { params, other, mine, theirs } = await customer();
    const { id } = await theirs.save({ name: 'Shared', shared: true });
    expect(await mine.list()).toMatchObject([
      { id, isMine: false, mayChange: true, maker: other.identifier, shared: true, mail: 'none' },
    ]);
    const third = await member(app, params.id, 'billing_admin');
    expect(await viewing(third, params.id).list()).toMatchObject([{ id, mayChange: false }]);
    const at = { params: { ...params, viewID: id } };
    const body = { name: 'x', shared: true, analysis: thisMonth };
    expect(await third.refusal(costViews.update, { ...at, body })).toMatchObject({ code: 403 });
    expect(await third.refusal(costViews.delete, at)).toMatchObject({ code: 403 });
    await mine.change(id, { name: 'Renamed', shared: true });
    expect(await theirs.names()).toEqual(['Renamed']);
    await mine.remove(id);
    expect(await theirs.names()).toEqual([]);
  });

  it('that is private again is its maker’s alone, with no mails to others', async () => {
    const { mine, theirs } = await customer();
    const { id } = await theirs.save({ name: 'Shared', shared: true });
    await mine.mail(id, 'monday');
    await theirs.mail(id, 'firstOfMonth');
    expect(await mine.change(id, { name: 'Shared', shared: false })).toMatchObject({ shared: false, mayChange: false });
    expect(await mine.list()).toEqual([]);
    await theirs.change(id, { name: 'Shared', shared: true });
    expect(await mine.list()).toMatchObject([{ id, mail: 'none' }]);
    expect(await theirs.list()).toMatchObject([{ id, mail: 'firstOfMonth' }]);
  });

  it('stays with its readers when its maker’s role has ended, and the maker sees none', async () => {
    const { params, admin, other, mine, theirs } = await customer();
    await theirs.save({ name: 'Shared', shared: true });
    await theirs.save({ name: 'Private' });
    const role = { ...params, role: 'billing_viewer', user: other.identifier } as const;
    await admin.call(contractRoles.revoke, { params: role });
    expect(await other.refusal(costViews.list, { params, query: {} })).toMatchObject({ code: 404 });
    expect(await mine.names()).toEqual(['Shared']);
  });
});

it('a role without costs has views only while the contract shares its costs', async () => {
  const { params, admin } = await customer();
  const viewer = await member(app, params.id, 'viewer');
  const body = { name: 'mine', analysis: thisMonth };
  expect(await viewer.refusal(costViews.create, { params, body })).toMatchObject({ code: 403 });
  await admin.call(costSharings.update, { params, body: { shared: true } });
  await viewing(viewer, params.id).save();
  await admin.call(costSharings.update, { params, body: { shared: false } });
  expect(await viewer.refusal(costViews.list, { params, query: {} })).toMatchObject({ code: 403 });
  expect(await (await person(app)).refusal(costViews.list, { params, query: {} })).toMatchObject({ code: 404 });
});

it('a view of one contract is none of another', async () => {
  const [one, another] = [await customer(), await customer()];
  const { id: viewID } = await one.mine.save({ shared: true });
  const refused = await another.admin.refusal(costViews.delete, { params: { ...another.params, viewID } });
  expect(refused).toMatchObject({ reason: 'COST_VIEW_NOT_FOUND' });
});

it('a person gets at most 10 views of a contract by mail', async () => {
  const { params, admin, mine } = await customer();
  const ids: string[] = [];
  for (let each = 0; each <= mostMailedViews; each += 1) ids.push((await mine.save({ name: `view ${each}` })).id);
  for (const id of ids.slice(1)) await mine.mail(id, 'monday');
  const one = { params: { ...params, viewID: ids[0] ?? '' }, body: { mail: 'monday' } };
  expect(await admin.refusal(costViews.mail, one)).toMatchObject({ reason: 'COST_VIEW_CONFLICT' });
  await mine.mail(ids[1] ?? '', 'firstOfMonth');
  await mine.mail(ids[1] ?? '', 'none');
  expect(await mine.mail(ids[0] ?? '', 'monday')).toMatchObject({ mail: 'monday' });
});

refusesToEverybody(
  [
    [
      'gives a maker two views of one name',
      `insert into cost_view select contract_id, id || 'a', account_id, name, shared, analysis, created_at from cost_view where id = '$V'`,
    ],
    ['keeps a view without a name', `update cost_view set name = '' where id = '$V'`],
    ['keeps an analysis that is no object', `update cost_view set analysis = '[]' where id = '$V'`],
    ['mails a view on a Tuesday', `update cost_view_mail set sent_on = 'tuesday' where view_id = '$V'`],
    ['mails a view never', `update cost_view_mail set next_at = 'infinity' where view_id = '$V'`],
    [
      'mails a view that does not exist',
      `insert into cost_view_mail values ('$C', 'view-none', '$A', 'monday', now())`,
    ],
    ['moves a mail to another contract', `update cost_view_mail set contract_id = 'ct-other' where view_id = '$V'`],
  ],
  () => ({
    db: app.deps.db,
    script: app.ownerScript,
    names,
    everything: () =>
      Promise.all([
        app.deps.db.selectFrom('cost_view').selectAll().where('contract_id', '=', names.C).execute(),
        app.deps.db.selectFrom('cost_view_mail').selectAll().where('contract_id', '=', names.C).execute(),
      ]),
  }),
);
