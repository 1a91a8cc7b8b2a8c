import { bank } from '@usance/api/billing/bank';
import { creditLimits } from '@usance/api/billing/credit-limit';
import { gracePeriods } from '@usance/api/billing/grace-period';
import { withdrawals } from '@usance/api/billing/withdrawal';
import { contracts } from '@usance/api/contract/contract';
import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { kycInfos } from '@usance/api/contract/kyc-info';
import { contractArchives } from '@usance/api/installation/contract-archive';
import { discounts } from '@usance/api/metering/discount';
import { purchaseBlacklists } from '@usance/api/metering/purchase-blacklist';
import { skus } from '@usance/api/metering/sku';
import { holds } from '@usance/api/money/hold';
import { vouchers } from '@usance/api/money/voucher';
import { privateOffers } from '@usance/api/sale/private-offer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { wide, widest } from '#testing/widest.ts';
import { costing, signed } from '../../billing/statement/statement.fixture.ts';
import { coreHour } from '../../metering/sku/sku.fixture.ts';
import { sellCoreHours } from '../../metering/usage/metering.fixture.ts';
import { novemberTerms } from '../../sale/private-offer/private-offer.fixture.ts';
import { knownFiles } from './archived-tables.ts';
import { archivedFiles, exported, movingDay } from './contract-archive.fixture.ts';

let from: TestApp;
let to: TestApp;
beforeAll(async () => {
  [from, to] = [await startTestApp({ now: movingDay }), await startTestApp({ now: movingDay })];
});
afterAll(async () => {
  await from.close();
  await to.close();
});

/** The columns of the archive with a wide text, each with its table. */
async function wideColumns(tar: string): Promise<string[]> {
  const found = new Set<string>();
  for (const [file, content] of await archivedFiles(tar)) {
    const rows = file.endsWith('.jsonl') ? content.toString().split('\n').filter(Boolean) : [];
    for (const row of rows)
      for (const [column, value] of Object.entries<unknown>(JSON.parse(row)))
        if (JSON.stringify(value).includes(wide)) found.add(`${file.replace('.jsonl', '')} ${column}`);
  }
  return [...found].sort();
}

const counterpart = {
  counterpartAccountName: 'Acme',
  counterpartAccountNumber: '1',
  counterpartAccountOpeningBank: 'First',
};

it('the widest texts that calls accept travel with a contract', async () => {
  const internal = internalCaller(from);
  const items = widest(skus.create, { items: [coreHour('storage', { tier: 'hot', subType: 'SSD' })] });
  await internalCaller(to).call(skus.create, { body: items });
  const { items: made } = await internal.call(skus.create, { body: items });
  const sku = made[0] ?? expect.fail();
  const offeredId = await sellCoreHours(from, 'compute.r', '0.15');
  await sellCoreHours(to, 'compute.r', '0.15');

  const { id } = await internal.call(contracts.createInternal, {
    body: widest(contracts.createInternal, {
      tags: 'Acme',
      name: 'Acme',
      buyerType: 'E',
      buyerName: 'Acme Ltd',
      seller: 'Usance',
      bankAccount: '1',
      currency: 'USD',
      signDate: '2025-01-01T00:00:00Z',
    }),
  });
  const params = { id };
  const admin = await member(from, id, 'admin');
  await internal.call(kycInfos.update, {
    params,
    body: widest(kycInfos.update, {
      buyerType: 'E',
      tags: 'Acme',
      enterpriseName: 'Acme Ltd',
      enterpriseSocialId: '91310115MA1K4TXT99',
      enterpriseLegalName: 'Li Lei',
      enterpriseLegalSocialId: '11010519491231002X',
      contactPerson: 'Ada',
      address: '1 Harbour Road',
      contactPhone: '13800138000',
      contactEmail: 'ada@acme.example',
    }),
  });
  await internal.call(bank.record, {
    params,
    body: widest(bank.record, {
      type: 'deposit',
      amount: '100',
      currency: 'USD',
      ...counterpart,
    }),
  });
  await internal.call(vouchers.issue, {
    params,
    body: widest(vouchers.issue, { denomination: '5', currency: 'USD', validDays: 30, reason: 'A gift' }),
  });
  const start = '2026-11-01T00:00:00Z';
  await internal.call(discounts.create, {
    params,
    body: widest(discounts.create, { zhekou: '0.9', start, reason: 'x' }),
  });
  await internal.call(creditLimits.create, {
    params,
    body: widest(creditLimits.create, { amount: '10', currency: 'USD', start, reason: 'x' }),
  });
  const days = { graceDays: 1, extensionDays: 1, suspensionDays: 1, backupDays: 1 };
  await internal.call(gracePeriods.create, {
    params,
    body: widest(gracePeriods.create, { ...days, start, reason: 'x' }),
  });
  await internal.call(purchaseBlacklists.create, {
    params,
    body: widest(purchaseBlacklists.create, { skuId: sku.id, start, reason: 'x' }),
  });
  const because = { reasonCode: 'customerRequest', reason: 'x' } as const;
  const hold = await internal.call(holds.hold, { params, body: widest(holds.hold, { amount: '3', ...because }) });
  await internal.call(holds.release, {
    params: { id, holdID: hold.id },
    body: widest(holds.release, because),
  });
  await internal.call(withdrawals.beginWithdrawal, {
    params,
    body: widest(withdrawals.beginWithdrawal, { amount: '4', ...because, ...counterpart }),
  });
  const offer = await internal.call(privateOffers.create, {
    params,
    body: widest(privateOffers.create, { ...novemberTerms(offeredId), comment: 'x' }),
  });
  const of = { params: { id, poid: offer.id } };
  await internal.call(privateOffers.submit, of);
  await internal.call(privateOffers.approve, {
    ...of,
    body: widest(privateOffers.approve, { action: 'approve', comment: 'x' }),
  });
  await admin.call(privateOffers.respond, {
    ...of,
    body: widest(privateOffers.respond, { action: 'reject', comment: 'x' }),
  });
  const { product, type, subType, billingItem, region, unit } = sku;
  const line = costing('7.5', { product, type, subType, billingItem, region, consumptionUnit: unit });
  await signed(from, { contractId: id, month: '2026-09', lines: [line] });
  await internal.call(contractLifecycles.create, {
    body: widest(contractLifecycles.create, {
      contractId: id,
      state: 'End',
      reason: 'x',
      effectiveAt: '2026-12-01T00:00:00Z',
    }),
  });

  const tar = await exported(from, id);
  await internalCaller(to).call(contractArchives.import, { body: tar });
  const [here, there] = [await archivedFiles(tar), await archivedFiles(await exported(to, id))];
  for (const file of knownFiles.filter((name) => name.endsWith('.jsonl')))
    expect(there.get(file)?.toString(), file).toBe(here.get(file)?.toString());
  expect(await wideColumns(tar)).toEqual([
    'cash_hold counterpart_account_name',
    'cash_hold counterpart_account_number',
    'cash_hold counterpart_account_opening_bank',
    'cash_hold end_reason',
    'cash_hold reason',
    'contract bank_account',
    'contract buyer_name',
    'contract name',
    'contract seller',
    'contract tags',
    'contract_lifecycle reason',
    'credit_limit reason',
    'discount reason',
    'grace_period reason',
    'kyc_info address',
    'kyc_info contact_person',
    'kyc_info enterprise_legal',
    'kyc_info enterprise_name',
    'posting memo',
    'private_offer approval_comment',
    'private_offer comment',
    'private_offer response_comment',
    'purchase_blacklist reason',
    'purchase_blacklist sku',
    'statement contract_name',
    'statement customer_name',
    'statement_line billing_item',
    'statement_line consumption_unit',
    'statement_line product',
    'statement_line region',
    'statement_line sub_type',
    'statement_line type',
    'voucher reason',
  ]);
});
