import { statements } from '@usance/api/billing/statement';
import { marketplaces } from '@usance/api/marketplace/marketplace';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { goTo, linkedContract, used } from '../../marketplace/hour/hours.fixture.ts';
import { marketplacesAt } from '../../marketplace/marketplace.fixture.ts';
import { type StandIn, startStandIn } from '../../marketplace/stand-in/stand-in.ts';
import { sellCoreHours } from '../../metering/usage/metering.fixture.ts';
import { conformanceOf } from './conformance.fixture.ts';
import { billedBy, cells, exportedOf } from './exported.fixture.ts';

let app: TestApp;
let standIn: StandIn;
let mishap: 'throttled' | undefined;
beforeAll(async () => {
  standIn = await startStandIn({
    dimensions: ['usage_cent'],
    now: () => app.clock.now(),
    mishap: (target) => (target.includes('BatchMeterUsage') ? mishap : undefined),
  });
  app = await startTestApp({ now: '2026-10-02T10:20:00Z', clickhouse: true, marketplaces: marketplacesAt(standIn) });
  await sellCoreHours(app, 'compute.r', '1');
});
afterAll(async () => {
  await app.close();
  await standIn.close();
});

const query = { fromMonth: '2026-10', toMonth: '2026-10' };

it('shows what a marketplace bills at 0 under its name, and the invoice has what it did not take', async () => {
  const { contractId, ...linked } = await linkedContract(app, standIn);
  const metered = { ...linked, contractId };
  await used(app, metered, '2026-10-02T09:00:00Z', '7');
  await used(app, metered, '2026-10-02T10:00:00Z', '1.5');
  await goTo(app, '2026-10-02T11:10:00Z');
  const open = await exportedOf(internalCaller(app), contractId, query);
  expect(cells(open.costs.rows, 'BilledCost', 'EffectiveCost', 'InvoiceIssuerName')).toEqual([
    ['7', '7', 'Usance Demonstration Inc.'],
    ['0', '1.5', 'AWS'],
  ]);
  // More usage of an hour that was reported, which the marketplace refuses until it is too old.
  await used(app, metered, '2026-10-02T10:00:00Z', '0.7');
  mishap = 'throttled';
  await internalCaller(app).call(marketplaces.unlink, { params: { id: contractId }, body: { reason: 'A test' } });
  for (const at of ['02T11:20', '02T11:23', '03T12:10', '03T12:20', '04T12:10']) await goTo(app, `2026-10-${at}:00Z`);
  app.clock.moveTo('2026-11-02T09:00:00Z');
  const { id, payableAmount } = await internalCaller(app).call(statements.sign, {
    body: { contractId, month: '2026-10' },
  });
  const { costs, costsOf12, details, periods } = await exportedOf(internalCaller(app), contractId, query);
  expect(cells(costs.rows, 'ChargeCategory', 'BilledCost', 'InvoiceIssuerName', 'InvoiceId')).toEqual([
    ['Usage', '7', 'Usance Demonstration Inc.', id],
    ['Usage', '0', 'AWS', null],
    ['Usage', '0', 'AWS', null],
    ['Adjustment', '0.700000000000', 'Usance Demonstration Inc.', id],
  ]);
  expect(billedBy(costs.rows, 'InvoiceId')).toEqual({ [id]: `${payableAmount}0000` });
  expect(billedBy(details.rows, 'InvoiceDetailId')).toEqual(billedBy(costs.rows, 'InvoiceDetailId'));
  expect(cells(periods.rows, 'InvoiceIssuerName', 'BillingPeriodStatus')).toEqual([
    ['Usance Demonstration Inc.', 'Closed'],
    ['AWS', 'Closed'],
  ]);
  expect(conformanceOf(costsOf12).broken).toEqual(new Map());
});
