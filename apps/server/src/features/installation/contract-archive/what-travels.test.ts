import { statements } from '@usance/api/billing/statement';
import type { Contract } from '@usance/api/contract/contract';
import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { contractRoles } from '@usance/api/contract/contract-role';
import { contractArchives } from '@usance/api/installation/contract-archive';
import { prices } from '@usance/api/metering/price';
import { skus } from '@usance/api/metering/sku';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract, member, rightPassword } from '#testing/builders.ts';
import { internalCaller, signedInCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { costing, runAt, signed } from '../../billing/statement/statement.fixture.ts';
import { followPlans } from '../../contract/contract-lifecycle/follow-plans.ts';
import { version } from '../../metering/price/price.fixture.ts';
import { coreHour } from '../../metering/sku/sku.fixture.ts';
import { deposited } from '../../money/ledger/ledger.fixture.ts';
import { createAccount } from '../../people/account/create-account.ts';
import { hashPassword } from '../../people/account/password.ts';
import { lastMessage } from '../../people/verification/codes.fixture.ts';

const now = '2026-10-20T00:00:00Z';
let from: TestApp;
let to: TestApp;
let id = '';
let admin: Awaited<ReturnType<typeof member>>;
let finance: typeof admin;

/** A person with the same e-mail and another account there. */
async function movedTo(app: TestApp, { identifier }: typeof admin) {
  const passwordHash = await hashPassword(rightPassword);
  await app.deps.db
    .transaction()
    .execute((tx) => createAccount(tx, { identifier, passwordHash, traits: {} }, app.clock.now()));
  return signedInCaller(app, identifier, rightPassword);
}

beforeAll(async () => {
  from = await startTestApp({ now });
  to = await startTestApp({ now });
  ({ id } = await contract(from, { state: 'Draft' }));
  admin = await member(from, id, 'admin');
  finance = await member(from, id, 'billing_admin');
  const step = (state: Contract['state'], at?: { effectiveAt: string }) =>
    internalCaller(from).call(contractLifecycles.create, {
      body: { contractId: id, reason: 'as agreed', state, ...at },
    });
  for (const state of ['LegalAudit', 'Approved', 'Signing', 'Active'] as const) await step(state);
  await step('End', { effectiveAt: '2026-11-20T00:00:00.000Z' });
  const onSale = async (app: TestApp, item: string) =>
    (await internalCaller(app).call(skus.create, { body: { items: [coreHour(item)] } })).items[0]?.id ?? '';
  // Created first, so that the SKUs have different ids in the two installations.
  await onSale(to, 'of.here');
  await onSale(to, 'r5.large');
  const agreed = { contractId: id, unitPrice: '0.11', effectiveFrom: '2026-10-01T00:00:00Z' };
  await internalCaller(from).call(prices.create, {
    body: { items: [version(await onSale(from, 'r5.large'), agreed)] },
  });
  await signed(from, { contractId: id, month: '2026-08', lines: [costing('-3')], at: '2026-09-02T09:00:00Z' });
  await signed(from, { contractId: id, month: '2026-09', lines: [costing('7.5')] });
  // Signed last, so that its credit pays September after it was signed.
  await signed(from, { contractId: id, month: '2026-07', lines: [costing('-1.25')] });
  await deposited(from, id, '5');
  await runAt(from, now);
  const tar = await internalCaller(from).call(contractArchives.export, {
    params: { id },
    query: { leaveUsage: false },
  });
  await Promise.all([movedTo(to, admin), movedTo(to, finance)]);
  await internalCaller(to).call(contractArchives.import, { body: tar });
});
afterAll(async () => {
  await from.close();
  await to.close();
});

it('agreed prices apply there to the SKU of the same place', async () => {
  const own = async (app: TestApp) => {
    const { rows } = await sql<{ item: string; price: string; from: Date }>`
      select sku.billing_item as item, unit_price::text as price, effective_from as from
      from price join sku on sku.id = sku_id where contract_id = ${id}`.execute(app.deps.db);
    return rows;
  };
  expect(await own(from)).toMatchObject([{ item: 'r5.large', price: expect.stringMatching(/^0\.110*$/) }]);
  expect(await own(to)).toEqual(await own(from));
});

it('people have their roles there, with the same dates', async () => {
  const held = async (app: TestApp) => {
    const { rows } = await sql`
      select identifier, role, granted_at from contract_role join account on account.id = account_id
      where contract_id = ${id} order by 1, 2`.execute(app.deps.db);
    return rows;
  };
  expect(await held(from)).toHaveLength(2);
  expect(await held(to)).toEqual(await held(from));
  const there = await signedInCaller(to, finance.identifier, rightPassword);
  const { items } = await there.call(contractRoles.listOwn, { query: {} });
  expect(items).toMatchObject([{ contractId: id }]);
});

it('people get a mail for each role, which names our support as its source', async () => {
  for (const [{ identifier }, role] of [
    [admin, 'admin'],
    [finance, 'billing_admin'],
  ] as const) {
    const mails = await to.deps.db
      .selectFrom('message_outbox')
      .selectAll()
      .where('recipient', '=', identifier)
      .execute();
    expect(mails).toHaveLength(1);
    const text = await lastMessage(to, identifier);
    expect(text).toContain(`Our support has brought the contract ${id}`);
    expect(text).toContain(`the role ${role} on it`);
  }
});

it('each posting that paid a statement still names it', async () => {
  const paid = async (app: TestApp) =>
    (await sql`select * from settlement where contract_id = ${id} order by posting_id, kind`.execute(app.deps.db)).rows;
  expect((await paid(from)).map((row) => (row as { kind: string }).kind).sort()).toEqual(['cash', 'credit', 'credit']);
  const withoutAccounts = (rows: unknown[]) => rows.map((row) => ({ ...(row as object), account: undefined }));
  expect(withoutAccounts(await paid(to))).toEqual(withoutAccounts(await paid(from)));
  const told = async (app: TestApp) =>
    (await internalCaller(app).call(statements.list, { params: { id }, query: { ordering: 'desc' } })).items;
  expect((await told(to))[0]).toMatchObject({ creditApplied: '3.00000000', creditDeducted: '1.25000000' });
  expect(await told(to)).toEqual(await told(from));
});

it('its lifecycle continues there: past steps are listed and planned ones happen', async () => {
  const steps = async (app: TestApp) =>
    (await internalCaller(app).call(contractLifecycles.list, { query: { contractId: id, pageSize: 999 } })).items;
  expect(await steps(from)).toHaveLength(5);
  expect(await steps(to)).toEqual(await steps(from));
  to.clock.moveTo('2026-11-20T00:00:00Z');
  await followPlans(to.deps, to.clock.now());
  expect((await steps(to)).map(({ progress }) => progress)).not.toContain('planned');
});
