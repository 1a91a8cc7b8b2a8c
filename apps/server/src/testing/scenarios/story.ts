import { availableBalances } from '@usance/api/billing/available-balance';
import { bank } from '@usance/api/billing/bank';
import { statements } from '@usance/api/billing/statement';
import type { CallReply } from '@usance/api/call';
import { skus } from '@usance/api/metering/sku';
import type { usages } from '@usance/api/metering/usage';
import { createDatacloud } from '../../features/contract/datacloud/create-datacloud.ts';
import { coreHour } from '../../features/metering/sku/sku.fixture.ts';
import { place, priceFrom, sendUsage, usageOf } from '../../features/metering/usage/metering.fixture.ts';
import { ticksOf } from '../../ticks.ts';
import { contract } from '../builders.ts';
import { internalCaller } from '../callers.ts';
import { calendarBetween, rfc } from '../oracle/calendar.ts';
import { exact, told } from '../oracle/exact.ts';
import type { TestApp } from '../test-app.ts';

interface Begin {
  /** The beginning of the contract, to which the clock is moved. */
  readonly at: string;
  readonly currency?: 'USD' | 'CNY';
}

let count = 0;

/**
 * Creates a contract with a data cloud and a SKU of 2 a core-hour, and returns helpers that act on it in order of time.
 */
export async function storyOf(app: TestApp, { at, currency = 'USD' }: Begin) {
  count += 1;
  const billingItem = `scenario.${count}`;
  app.clock.moveTo(at);
  const sold = await internalCaller(app).call(skus.create, { body: { items: [coreHour(billingItem)] } });
  const skuId = sold.items[0]?.id ?? '';
  // Not earlier, because other contracts have signed the months before.
  await priceFrom(app, skuId, '2', at, currency);
  const { id } = await contract(app, { signDate: at, currency });
  const wanted = { contractId: id, name: `scenario_${count}`, regionID: 'aws-us-east-1', edition: place.edition };
  const { id: datacloudId } = await app.deps.db
    .transaction()
    .execute((tx) => createDatacloud({ tx, now: app.clock.now() }, { ...wanted, creator: 'scenario' }));
  const params = { id };
  const caller = internalCaller(app);
  const signedOnes = async () =>
    (await caller.call(statements.list, { params, query: { pageSize: 100, orderBy: 'start', ordering: 'asc' } })).items;
  const statement = async (month: string) => {
    const found = (await signedOnes()).find((each) => each.month === month);
    if (!found) throw new Error(`No statement of ${month}`);
    return found;
  };

  return {
    id,
    skuId,
    datacloudId,
    caller,
    params,
    signedOnes,
    statement,
    /** Moves the clock, and runs all jobs in time. */
    until: async (when: string) => {
      const [from, to] = [app.clock.now().getTime(), Date.parse(when)];
      // The rating job runs every five minutes.
      const stops = [from + 300_000, ...calendarBetween(from, to)].filter((stop) => stop < to).sort((a, b) => a - b);
      for (const stop of [...stops, to]) await runJobsAt(app, stop);
    },
    /** Moves the clock while the server is off; the due jobs run at the end. */
    asleepUntil: (when: string) => runJobsAt(app, Date.parse(when)),
    /** Sends core-hours used in the hour given as `2027-01-10T10`; a negative quantity is a correction. */
    use: (hour: string, quantity: string): Promise<CallReply<typeof usages.ingest>> => {
      const times = { start: `${hour}:00:00Z`, end: `${hour}:59:00Z` };
      const record = { billingItem, quantity, correction: quantity.startsWith('-'), ...times };
      return sendUsage(app, [usageOf({ contractId: id, datacloudId }, record)]);
    },
    deposit: (amount: string) => caller.call(bank.record, { params, body: { type: 'deposit', amount, currency } }),
    decide: async (month: string, confirmState: 'manualProcessing' | 'confirmed', credit?: string) => {
      const { id: statementId } = await statement(month);
      const body = [{ id: statementId, confirmState, ...(credit === undefined ? {} : { credit }) }];
      await caller.call(statements.update, { params, body });
    },
    /** The amount of a statement, and its payments. */
    paid: async (month: string) => {
      const { amount, voucherDeducted, creditApplied, payableAmount, cashDeducted } = await statement(month);
      return {
        amount: cents(amount),
        voucher: cents(voucherDeducted),
        credit: cents(creditApplied),
        payable: cents(payableAmount),
        cash: cents(cashDeducted),
      };
    },
    /** The lines of a statement: quantity × price × multiplier = amount, with a mark for late usage. */
    lines: async (month: string) => {
      const { id: statementID } = await statement(month);
      const { statementData } = await caller.call(statements.get, { params: { id, statementID } });
      return statementData.skuAndAmounts.map(
        (line) =>
          `${cents(line.consumption)} × ${cents(line.listPrice)} × ${cents(line.zhekou)} = ${cents(line.amount)}${line.adjustment ? ', late' : ''}`,
      );
    },
    stands: async () => {
      const { availableBalance, state, details } = await caller.call(availableBalances.get, { params });
      return {
        available: cents(availableBalance),
        due: cents(details.undeductedDue),
        overdue: cents(details.undeductedOverDue),
        period: state.summary,
      };
    },
  };
}

async function runJobsAt(app: TestApp, at: number): Promise<void> {
  app.clock.moveTo(rfc(at));
  for (const tick of ticksOf(app.deps)) await tick.run(app.clock.now());
}

const cents = (text: string) => told(exact(text), 2);
