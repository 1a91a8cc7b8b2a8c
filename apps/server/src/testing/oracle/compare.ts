import { type AccountPeriod, type AvailableBalance, availableBalances } from '@usance/api/billing/available-balance';
import { purchases } from '@usance/api/billing/purchase';
import { statements } from '@usance/api/billing/statement';
import { vouchers } from '@usance/api/money/voucher';
import { privateOffers } from '@usance/api/sale/private-offer';
import { compare, formatDecimal, sum } from '@usance/money/decimal';
import { internalCaller } from '../callers.ts';
import type { TestApp } from '../test-app.ts';
import type { Account } from './account.ts';
import { instantOn, nextMonth } from './calendar.ts';
import { exact, told } from './exact.ts';
import type { Twin } from './product.ts';

/** The product's answer beside the oracle's expectation, in the same form. */
export interface Compared {
  readonly what: string;
  readonly told: unknown;
  readonly expected: unknown;
}

/** A contract that pays within two days, or may owe, is at most warned. */
const inService: ReadonlyMap<AccountPeriod, string> = new Map([
  ['normal', 'in order'],
  ['overdraft', 'warned'],
  ['extensionPeriod', 'warned'],
]);

/** The balances of all contracts by id, in one list, since a call for each would take a third of a history. */
export async function listedBalances(app: TestApp): Promise<ReadonlyMap<string, AvailableBalance>> {
  const { items } = await internalCaller(app).call(availableBalances.list, { query: { pageSize: 9_999 } });
  return new Map(items.map((balance) => [balance.contractId, balance]));
}

export const balanceOf = (app: TestApp, { id }: Twin): Promise<AvailableBalance> =>
  internalCaller(app).call(availableBalances.get, { params: { id } });

export function compareBalance(reply: AvailableBalance | undefined, account: Account, at: number): Compared {
  if (reply === undefined) throw new Error('A contract is missing in the list of balances.');
  const { bankBalance, voucher, frozen, unbilled, undeductedDue, undeductedOverDue } = reply.details;
  const figures = account.figures(at);
  return {
    what: 'balance',
    told: {
      bank: bankBalance,
      voucher,
      frozen,
      unbilled,
      due: undeductedDue,
      overdue: undeductedOverDue,
      available: reply.availableBalance,
      period: inService.get(reply.state.summary),
    },
    expected: {
      bank: told(figures.bank, 8),
      voucher: told(figures.voucher, 8),
      frozen: told(0n, 8),
      unbilled: told(figures.unbilled, 8),
      due: told(figures.due, 8),
      overdue: told(figures.overdue, 8),
      available: told(figures.available, 8),
      period: figures.isInOrder ? 'in order' : 'warned',
    },
  };
}

/** The parts of each term of the balance beside the term, for the product must explain what it says. */
export async function compareExplained(app: TestApp, { id }: Twin): Promise<Compared> {
  const { terms } = await internalCaller(app).call(availableBalances.explained, { params: { id } });
  const roundings = terms.flatMap(({ parts }) => parts.filter(({ kind }) => kind === 'rounding'));
  return {
    what: 'explained balance',
    told: [
      ...terms.map(({ term, parts }) => [term, formatDecimal(sum(parts.map(({ amount }) => amount)), 12)]),
      roundings.every(({ amount }) => compare(amount, '-0.00000001') > 0 && compare(amount, '0.00000001') < 0),
    ],
    expected: [...terms.map(({ term, amount }) => [term, formatDecimal(sum([amount]), 12)]), true],
  };
}

export async function compareStatements(app: TestApp, twin: Twin, account: Account): Promise<Compared> {
  const query = { pageSize: 100, orderBy: 'start', ordering: 'asc' } as const;
  const { items } = await internalCaller(app).call(statements.list, { params: { id: twin.id }, query });
  return {
    what: 'statements',
    told: items.map((each) => [
      each.month,
      each.amount,
      each.voucherDeducted,
      each.creditApplied,
      each.payableAmount,
      each.cashDeducted,
      each.creditDeducted,
      each.credited,
    ]),
    expected: account.statements.map((each) => [
      each.month,
      ...[each.amount, each.voucherDeducted, each.creditApplied, each.payable].map((sum) => told(sum, 8)),
      ...[each.cash, each.creditDeducted, each.credited].map((sum) => told(sum, 8)),
    ]),
  };
}

/** The rated rows of a month, one for each slice, and the sum of each day. */
export async function comparePurchases(app: TestApp, twin: Twin, account: Account, month: string): Promise<Compared[]> {
  const { currency } = twin.given;
  const [start, end] = [month, nextMonth(month)].map((each) => instantOn(each, 1, 0, currency));
  const of = { params: { id: twin.id }, query: { start, end } };
  const { items } = await internalCaller(app).call(purchases.list, { ...of, query: { ...of.query, pageSize: 9_999 } });
  const daily = await internalCaller(app).call(purchases.dailyAcc, of);
  const used = daily.items.filter(({ amount }) => /[1-9]/.test(amount));
  const sums = [...account.dailySums(month)].filter(([, sum]) => sum !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    {
      what: `purchases of ${month}`,
      told: items
        .map((row) =>
          [
            row.billingItem,
            row.start,
            ...[row.consumption, row.listPrice, row.zhekou, row.amount].map(twelve),
            row.offerId,
          ].join(' '),
        )
        .sort(),
      expected: account
        .rowsOf(month)
        .map(({ usage, quantity, listPrice, rate, amount, offerNo }) =>
          [
            usage.item,
            shownInstant(usage.start),
            ...[quantity, listPrice, rate, amount].map((value) => told(value, 12)),
            offerNo === undefined ? null : twin.offerIds.get(offerNo),
          ].join(' '),
        )
        .sort(),
    },
    {
      what: `days of ${month}`,
      told: used.map(({ day, amount }) => `${day} ${twelve(amount)}`),
      expected: sums.map(([day, sum]) => `${day} ${told(sum, 12)}`),
    },
  ];
}

/** The state of each offer, and the end of accepted ones' prices. */
export async function compareOffers(app: TestApp, twin: Twin, account: Account, at: number): Promise<Compared> {
  const { privateOffers: offers } = await internalCaller(app).call(privateOffers.list, {
    params: { id: twin.id },
    query: { pageSize: 999 },
  });
  const statesOf = new Map(
    offers.map(({ id, status, response, endsAt }) => [id, [status, response?.action === 'accept' ? endsAt : null]]),
  );
  const expected = account.offers.told(at);
  return {
    what: 'offers',
    told: expected.map(({ no }) => [no, ...(statesOf.get(twin.offerIds.get(no) ?? '') ?? [])]),
    expected: expected.map(({ no, standing, endsAt }) => [
      no,
      standing,
      endsAt === undefined ? null : Math.floor(endsAt / 1000),
    ]),
  };
}

export async function compareVouchers(app: TestApp, twin: Twin, account: Account): Promise<Compared> {
  const { items } = await internalCaller(app).call(vouchers.details, {
    params: { id: twin.id },
    query: { pageSize: 9_999, types: 'redeem' },
  });
  const paid = Map.groupBy(items, ({ voucherID }) => voucherID);
  return {
    what: 'voucher details',
    told: twin.voucherIds.map((id) => (paid.get(id) ?? []).map(({ amount }) => amount).sort()),
    expected: account.vouchers.map(({ id }) =>
      account
        .redeemed(id)
        .map((amount) => told(amount, 8))
        .sort(),
    ),
  };
}

const twelve = (text: string) => told(exact(text), 12);
const shownInstant = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z');
