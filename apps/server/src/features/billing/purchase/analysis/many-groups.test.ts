import { purchases } from '@usance/api/billing/purchase';
import { expect, it, onTestFinished } from 'vitest';
import { rollUpRuns } from '../../../metering/rating/engine/roll-up.ts';
import { october, startWithPurchases } from '../purchases.fixture.ts';

it('a streamed reply of many groups is the same, and too many groups are refused', async () => {
  const { app, acme, reader } = await startWithPurchases();
  onTestFinished(() => app.close());
  const multiply = (times: number) =>
    app.deps.clickhouse.command(
      `INSERT INTO purchase SELECT p.* REPLACE (concat('x-', leftPad(toString(n.number), 6, '0')) AS object_id, toDecimal256(n.number, 12) AS amount)
       FROM purchase AS p CROSS JOIN numbers({times:UInt32}) AS n
       WHERE p.contract_id = {id:String} AND p.run_no != 999999 AND p.object_id = 'db-1'`,
      { id: acme.id, times },
    );
  const rolledUpAgain = async () => {
    await app.deps.clickhouse.command('TRUNCATE TABLE rated_rollup');
    const runs = 'SELECT DISTINCT run_no FROM purchase WHERE contract_id = {id:String}';
    const runNos = (await app.deps.clickhouse.query<{ run_no: string }>(runs, { id: acme.id })).map(({ run_no }) =>
      BigInt(run_no),
    );
    await rollUpRuns(app.deps.clickhouse, { contractIds: [acme.id], runNos });
  };
  const query = { ...october, aggDimensions: 'objectID', product: 'Storage' } as never;
  await multiply(1_000);
  await rolledUpAgain();
  const { items } = await reader.call(purchases.aggBy, { params: { id: acme.id }, query });
  const made = items.filter(({ objectID }) => objectID?.startsWith('x-'));
  expect(made.map(({ amount }) => Number(amount))).toEqual(Array.from({ length: 1_000 }, (_, at) => 999 - at));
  expect(made[0]).toEqual({
    objectID: 'x-000999',
    objectName: '=SUM(A1)',
    amount: '999.00000000',
    amountFormatted: '$999.00',
    consumption: '720.5',
    consumptionUnit: 'GB-hour',
  });
  await multiply(12_001);
  await rolledUpAgain();
  // The answer about these runs is kept, so the same question would get it again.
  const other = { ...october, aggDimensions: 'objectID,product', product: 'Storage' } as never;
  expect(await reader.refusal(purchases.aggBy, { params: { id: acme.id }, query: other })).toMatchObject({
    reason: 'INVALID_PARAMETER',
    message: 'These dimensions make more than 12000 groups: choose fewer, or a shorter range.',
  });
});
