import { bank } from '@usance/api/billing/bank';
import { auditRecords } from '@usance/api/contract/audit-record';
import { contracts } from '@usance/api/contract/contract';
import { contractBlacklists } from '@usance/api/contract/contract-blacklist';
import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { contractRoles } from '@usance/api/contract/contract-role';
import { dataclouds } from '@usance/api/contract/datacloud';
import { featureGates } from '@usance/api/contract/feature-gate';
import { kycInfos } from '@usance/api/contract/kyc-info';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { refusesToEverybody } from '#testing/hostile.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const enterprise = {
  buyerType: 'E',
  enterpriseName: 'Acme Ltd',
  enterpriseSocialId: '91310115MA1K4TXT99',
  enterpriseLegalName: 'Li Lei',
  enterpriseLegalSocialId: '11010519491231002X',
  contactPerson: 'Ada',
  address: '1 Harbour Road',
  contactPhone: '13800138000',
  contactEmail: 'ada@acme.example',
} as const;
const trail = async (caller: Pick<Awaited<ReturnType<typeof person>>, 'call'>, id: string, query: object = {}) =>
  (await caller.call(auditRecords.list, { params: { id }, query })).items;

describe('the audit of a contract', () => {
  it('says who did what, when, from where, and what it was before and after', async () => {
    const { id } = await contract(app, { tags: 'Acme', buyerName: 'Acme' });
    const admin = await member(app, id, 'admin');
    await admin.call(kycInfos.update, { params: { id }, body: { ...enterprise, tags: 'Acme East' } });
    await admin.call(kycInfos.update, { params: { id }, body: { ...enterprise, contactPerson: 'Grace' } });
    const [second, first] = await trail(admin, id, { call: 'kyc-info' });
    expect(second).toMatchObject({
      actor: { kind: 'account', name: admin.identifier },
      call: 'kyc-info.update',
      gmtTime: app.clock.now().toISOString(),
      address: '127.0.0.1',
    });
    expect(second?.changes).toContainEqual({
      of: 'kyc_info',
      before: expect.objectContaining({ contact_person: 'Ada' }),
      after: expect.objectContaining({ contact_person: 'Grace' }),
    });
    expect(first?.changes).toContainEqual({
      of: 'contract',
      before: { tags: 'Acme', buyer_name: 'Acme' },
      after: { tags: 'Acme East', buyer_name: 'Acme Ltd' },
    });
  });

  it('shows operators by the name of their token', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    const body = { contractId: id, state: 'End', reason: 'as agreed' } as const;
    await internalCaller(app).call(contractLifecycles.create, { body });
    const [ended] = await trail(admin, id);
    expect(ended).toMatchObject({ actor: { kind: 'token' }, call: 'contract-lifecycle.create' });
    expect(ended?.changes).toContainEqual({
      of: 'contract',
      before: { state: 'Active', ended_at: null },
      after: { state: 'End', ended_at: expect.any(String) },
    });
    const { items } = await internalCaller(app).call(auditRecords.listAll, { query: { call: 'contract-lifecycle' } });
    expect(items[0]).toMatchObject({ actor: { kind: 'token' }, refused: null, call: 'contract-lifecycle.create' });
    expect(JSON.parse(items[0]?.body ?? '')).toEqual(body);
    expect(await admin.call(contracts.get, { params: { id } })).toMatchObject({ state: 'End' });
  });

  it('shows what operators plan, close and decide for a contract, even if the contract does not change', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    const platform = internalCaller(app);
    const effectiveAt = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
    const plan = { contractId: id, state: 'End', reason: 'as agreed', effectiveAt } as const;
    const { id: step } = await platform.call(contractLifecycles.create, { body: plan });
    await platform.call(contractLifecycles.update, { params: { id: step }, body: { withdrawn: true } });
    const gate = { feature: 'new-cost-analysis', contractId: id, isOpen: false };
    const { id: closed } = await platform.call(featureGates.create, { body: gate });
    await platform.call(featureGates.delete, { query: { ids: closed } });
    const told = (await trail(admin, id)).slice(0, 4).map(({ call, changes }) => ({ call, changes }));
    expect(told).toMatchObject([
      { call: 'feature-gate.delete', changes: [{ of: 'feature_gate', before: { is_open: false }, after: null }] },
      { call: 'feature-gate.create', changes: [{ of: 'feature_gate', before: null, after: { is_open: false } }] },
      {
        call: 'contract-lifecycle.update',
        changes: [{ of: 'contract_lifecycle', before: { progress: 'planned' }, after: { progress: 'withdrawn' } }],
      },
      {
        call: 'contract-lifecycle.create',
        changes: [{ of: 'contract_lifecycle', before: null, after: { state: 'End', progress: 'planned' } }],
      },
    ]);
    expect(JSON.stringify(told)).not.toContain('as agreed');
  });

  it('names people by e-mail, and data clouds by name', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    const grace = await person(app);
    await admin.call(contractRoles.grant, { params: { id, role: 'viewer', user: grace.identifier } });
    const made = { contractId: id, regionID: 'aws-us-east-1', edition: 'ENTERPRISE', name: 'dc_sales' } as const;
    await admin.call(dataclouds.create, { body: made });
    const [created, granted] = await trail(admin, id);
    expect(created?.things).toContainEqual({ kind: 'datacloud', id: expect.any(String), name: 'dc_sales' });
    expect(granted?.things).toContainEqual({ kind: 'account', id: expect.any(String), email: grace.identifier });
  });

  it('names nothing of another contract, and no person whose id appears in a text', async () => {
    const [mine, theirs] = [await contract(app), await contract(app)];
    const [ada, grace] = [await member(app, mine.id, 'admin'), await member(app, theirs.id, 'admin')];
    const made = {
      contractId: theirs.id,
      regionID: 'aws-us-east-1',
      edition: 'ENTERPRISE',
      name: 'dc_theirs',
    } as const;
    const { id: datacloudId } = await grace.call(dataclouds.create, { body: made });
    const contactPerson = `${datacloudId} ${grace.accountId}`;
    await ada.call(kycInfos.update, { params: { id: mine.id }, body: { ...enterprise, contactPerson } });
    const [updated] = await trail(ada, mine.id, { call: 'kyc-info' });
    expect(JSON.stringify(updated?.changes)).toContain(datacloudId);
    expect(updated?.things).toEqual([]);
  });

  it('shows refused calls to operators only', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    const withdrawal = { type: 'withdraw', amount: '1', currency: 'USD' } as const;
    await internalCaller(app).refusal(bank.record, { params: { id }, body: withdrawal });
    const { items } = await internalCaller(app).call(auditRecords.listAll, { query: { call: 'bank.record' } });
    expect(items[0]).toMatchObject({ refused: 'BANK_BALANCE_CONFLICT' });
    expect((await trail(admin, id)).map(({ call }) => call)).toEqual(['internal.contract.create']);
  });

  it('never shows a citizen’s number', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    await admin.call(kycInfos.update, { params: { id }, body: enterprise });
    await admin.call(kycInfos.update, {
      params: { id },
      body: { ...enterprise, enterpriseLegalSocialId: '110105194912310021' },
    });
    const whole = await internalCaller(app).call(auditRecords.listAll, { query: { contractId: id, pageSize: 999 } });
    expect(JSON.stringify([whole, await trail(admin, id)])).not.toMatch(/1101051949|person_social_id|key_id/);
    expect((await trail(admin, id))[0]?.changes.map(({ of }) => of)).toContain('kyc_info');
  });

  it('can be filtered by actor, call and time', async () => {
    const { id } = await contract(app);
    const [admin, builder] = [await member(app, id, 'admin'), await member(app, id, 'dc_creator')];
    const made = { contractId: id, regionID: 'aws-us-east-1', edition: 'ENTERPRISE' } as const;
    await builder.call(dataclouds.create, { body: { ...made, name: 'dc_first' } });
    app.clock.pass({ hours: 1 });
    await admin.call(dataclouds.create, { body: { ...made, name: 'dc_second' } });
    const names = async (query: object) => (await trail(admin, id, query)).map(({ actor }) => actor.name);
    expect((await names({})).slice(0, 2)).toEqual([admin.identifier, builder.identifier]);
    expect(await names({ actor: builder.identifier.slice(0, 8).toUpperCase() })).toContain(builder.identifier);
    expect(await names({ call: 'datacloud.create', end: app.clock.now().getTime() })).toEqual([builder.identifier]);
    expect(await names({ call: 'data' })).toEqual([]);
  });

  it('can be filtered by operation, whether a customer or an operator made the call', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    await admin.call(kycInfos.update, { params: { id }, body: enterprise });
    await internalCaller(app).call(kycInfos.update, {
      params: { id },
      body: { ...enterprise, contactPerson: 'Grace' },
    });
    const calls = async (call: string) => (await trail(admin, id, { call })).map((record) => record.call);
    expect(await calls('kyc-info')).toEqual(['internal.kyc-info.update', 'kyc-info.update']);
    expect(await calls('kyc-info.update')).toEqual(['internal.kyc-info.update', 'kyc-info.update']);
    expect(await calls('contract')).toEqual(['internal.contract.create']);
  });

  it.each(['billing_admin', 'dc_creator', 'viewer'] as const)('is refused to a %s', async (role) => {
    const { id } = await contract(app);
    const someone = await member(app, id, role);
    expect(await someone.refusal(auditRecords.list, { params: { id }, query: {} })).toMatchObject({ code: 403 });
  });

  it('says that a contract was blacklisted; only operators see why', async () => {
    const { id } = await contract(app);
    const admin = await member(app, id, 'admin');
    const why = 'looks like a stolen card';
    await internalCaller(app).call(contractBlacklists.create, { body: { contractId: id, reason: why } });
    const told = await trail(admin, id, { call: 'contract-blacklist' });
    expect(told).toMatchObject([{ changes: [{ of: 'contract_blacklist', after: { contract_id: id } }] }]);
    expect(JSON.stringify(told)).not.toContain(why);
    const { items } = await internalCaller(app).call(auditRecords.listAll, { query: { contractId: id } });
    expect(JSON.stringify(items)).toContain(why);
  });

  it('has no column that a table gets and its trigger does not list', async () => {
    const { id } = await contract(app);
    await app.ownerScript(`alter table contract_blacklist add column secret text not null default 'kept inside'`);
    await internalCaller(app).call(contractBlacklists.create, { body: { contractId: id, reason: 'fraud' } });
    await app.ownerScript(`update contract_blacklist set secret = 'kept as well' where contract_id = '${id}'`);
    const kept = app.deps.db.selectFrom('audit_change').selectAll().where('contract_id', '=', id);
    const changes = await kept.where('of', '=', 'contract_blacklist').orderBy('id').execute();
    await app.ownerScript('alter table contract_blacklist drop column secret');
    expect(changes).toMatchObject([
      { before: null, after: { contract_id: id } },
      { before: {}, after: {} },
    ]);
    expect(JSON.stringify(changes)).not.toMatch(/secret|kept/);
  });

  it('is told of columns that exist, and no others', async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      select tgrelid::regclass::text as table, noted as column
      from pg_trigger, unnest((string_to_array(encode(tgargs, 'escape'), '\\000'))[2]::text[]) as noted
      where tgfoid = 'note_change'::regproc and noted not in (
        select attname from pg_attribute where attrelid = tgrelid and attnum > 0 and not attisdropped)`.execute(
      app.deps.db,
    );
    expect(rows).toEqual([]);
  });

  it('has nothing of another contract', async () => {
    const [mine, theirs] = [await contract(app), await contract(app)];
    const [ada, grace] = [await member(app, mine.id, 'admin'), await member(app, theirs.id, 'admin')];
    await grace.call(kycInfos.update, { params: { id: theirs.id }, body: enterprise });
    expect((await trail(ada, mine.id)).map(({ call }) => call)).toEqual(['internal.contract.create']);
    expect(await ada.refusal(auditRecords.list, { params: { id: theirs.id }, query: {} })).toMatchObject({ code: 404 });
  });
});

refusesToEverybody(
  [
    ['changes what was noted', `update audit_change set after = '{}'`],
    ['forgets what was noted', 'delete from audit_change'],
    ['forgets all that was noted', 'truncate audit_change cascade'],
  ],
  () => ({
    db: app.deps.db,
    script: app.ownerScript,
    names: {},
    everything: () => app.deps.db.selectFrom('audit_change').selectAll().execute(),
  }),
);
