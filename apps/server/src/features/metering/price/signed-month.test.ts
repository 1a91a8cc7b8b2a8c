import { createPrices } from '@usance/api/price';
import { createSkus } from '@usance/api/sku';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../../testing/builders.ts';
import { internalCaller } from '../../../testing/callers.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('refuses a price that begins in a signed month, and takes one that begins after it', async () => {
  const { id: contractId } = await contract(app);
  await sql`insert into statement (contract_id, id, month, contract_name, customer_name, currency, start_at, end_at,
      statement_on, due_on, confirm_at, deduct_at, overdue_from, signed_at, line_count, digest, exact_amount, amount,
      voucher_deducted, credit_applied, payable, confirm_state)
    values (${contractId}, 'stm-aaaa', '2026-09', 'Acme', 'Acme', 'USD', '2026-09-01Z', '2026-10-01Z', '2026-10-02',
      '2026-10-07', now(), now(), now(), now(), 0, repeat('0', 64), 0, 0, 0, 0, 0, 'confirmed')`.execute(app.deps.db);
  const { items } = await internalCaller(app).call(createSkus, {
    body: {
      items: [
        {
          ...{ product: 'Compute', type: 'Warehouse', subType: '', billingItem: 'signed', tier: '', unit: 'hour' },
          ...{ resourceKind: 'warehouse', costKind: 'compute', cloudProvider: 'aws' },
          ...{ region: 'us-east-1', edition: 'ENTERPRISE' },
        },
      ],
    },
  });
  const from = (effectiveFrom: string) => ({
    body: {
      items: [
        { skuId: items[0]?.id ?? '', currency: 'USD' as const, unitPrice: '1', priceUnit: 'hour', effectiveFrom },
      ],
    },
  });
  expect(await internalCaller(app).refusal(createPrices, from('2026-09-30T23:00:00Z'))).toMatchObject({ code: 409 });
  await internalCaller(app).call(createPrices, from('2026-10-01T00:00:00Z'));
});
