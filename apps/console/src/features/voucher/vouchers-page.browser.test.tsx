import { QueryClient } from '@tanstack/react-query';
import type { Deduction } from '@usance/api/billing/deduction';
import type { Contract } from '@usance/api/contract/contract';
import type { Voucher } from '@usance/api/money/voucher';
import { withFormatted } from '@usance/money/display';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { refusal, reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { contractQueries } from '../contract/contract.queries.ts';
import { type VoucherSearch, voucherSearch } from './voucher-search.ts';
import { VouchersPage } from './vouchers-page.tsx';

const fetch = stubbedFetch();
const id = 'ct-aaaa';

const bound: Voucher = {
  id: 'vch-bbbb',
  contractId: id,
  boundContractID: id,
  currency: 'CNY',
  denomination: '100.00',
  denominationFormatted: '￥100.00',
  balance: '25.00',
  balanceFormatted: '￥25.00',
  state: 'valid',
  start: '2026-11-01T16:30:00.000Z',
  end: '2026-12-01T16:30:00.000Z',
  validDays: 30,
  origin: 'operator',
  gmtCreated: '2026-10-31T16:30:00.000Z',
};
const unbound: Voucher = { ...bound, id: 'vch-uuuu', boundContractID: null, start: null, end: null, balance: '100.00' };
const redemption: Deduction = {
  id: 'pst-aaaa.vch-aaaa',
  gmtCreated: '2026-12-02T01:00:00.000Z',
  deductType: 'voucher',
  amount: '75.00',
  amountFormatted: '￥75.00',
  voucherID: bound.id,
  voucherDeductedFormatted: '￥75.00',
  voucherNewBalanceFormatted: '￥25.00',
  statementID: 'stm-aaaa',
  statementStart: '2026-10-31T16:00:00.000Z',
};
const amounts = { issued: '200.00', available: '100.00', valid: '25.00', redeemed: '75.00', overdue: '0' };
const sums = { currency: 'CNY', ...withFormatted(amounts, 'CNY') };
const pageOf = (items: object[], totalSize = items.length) => reply({ items, pageNum: 1, pageSize: 10, totalSize });

/** The replies to the page's three requests; each test replaces the ones that matter. */
let answers: Record<'vouchers' | 'summary' | 'deductions', () => Promise<Response>>;
const asked: Record<string, Record<string, string>[]> = {};
beforeEach(() => {
  answers = {
    vouchers: () => pageOf([bound, unbound], 24),
    summary: () => reply(sums),
    deductions: () => pageOf([redemption], 24),
  };
  for (const name of Object.keys(answers)) asked[name] = [];
  fetch.mockImplementation((input) => {
    const url = new URL(String(input), 'http://x');
    const name = url.pathname.split('/').at(-1) as keyof typeof answers;
    asked[name]?.push(Object.fromEntries(url.searchParams));
    return answers[name]();
  });
});
afterEach(() => page.viewport(1280, 800));

/** The page with its search as state in place of the URL. */
function Stage({ first }: { first: VoucherSearch }) {
  const [search, setSearch] = useState(first);
  return (
    <VouchersPage contractId={id} search={search} onChange={(patch) => setSearch((now) => ({ ...now, ...patch }))} />
  );
}

function show(search: object = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const contract = { id, billingZone: 'Asia/Shanghai', currency: 'CNY' };
  client.setQueryData(contractQueries.detail(id).queryKey, contract as unknown as Contract);
  client.setQueryDefaults(contractQueries.detail(id).queryKey, { staleTime: Number.POSITIVE_INFINITY });
  const first = voucherSearch.parse(search);
  renderWithRoutes(client, () => <Stage first={first} />);
}

const lastAsked = (name: keyof typeof answers) => asked[name]?.at(-1);
const issuance = page.getByRole('table', { name: 'Issuance history' });
const redemptions = page.getByRole('table', { name: 'Redemption history' });
const rowOf = (voucher: Voucher) =>
  issuance.getByRole('row').filter({ has: page.getByText(voucher.id, { exact: true }) });

describe('the vouchers of a contract', () => {
  it('show the usable amount, and the state of the rest', async () => {
    show();
    await expect.element(page.getByText('￥200.00')).toBeVisible();
    const text = document.body.textContent;
    for (const sum of ['Left to use￥25.00', 'Not bound yet￥100.00', 'Redeemed￥75.00', 'Expired￥0.00'])
      expect(text).toContain(sum);
  });

  it('show their rest, their days in the contract’s zone, and their state', async () => {
    show();
    const row = rowOf(bound);
    await expect.element(row.getByText('Valid', { exact: true })).toBeVisible();
    for (const text of ['￥100.00', '￥25.00', 'Nov 2, 2026, 00:30 UTC+8', 'Dec 2, 2026, 00:30 UTC+8'])
      await expect.element(row.getByText(text)).toBeVisible();
    expect(row.element().querySelector<HTMLElement>('[aria-hidden] > span')?.style.inlineSize).toBe('25%');
  });

  it('show the validity of an unbound one', async () => {
    show();
    const row = rowOf(unbound);
    await expect.element(row.getByText('Not bound yet')).toBeVisible();
    await expect.element(row.getByText('30 days from the moment it is bound')).toBeVisible();
  });

  it('come newest first, ten a page, and can be sorted by the headings', async () => {
    show({ issuePage: 2 });
    await expect.element(issuance.getByText(bound.id)).toBeVisible();
    expect(lastAsked('vouchers')).toEqual({
      pageNum: '2',
      pageSize: '10',
      orderBy: 'gmtCreated',
      ordering: 'desc',
    });
    await userEvent.click(issuance.getByRole('columnheader', { name: 'Valid until' }).getByRole('button'));
    await expect.poll(() => lastAsked('vouchers')).toMatchObject({ orderBy: 'end', pageNum: '1' });
  });

  it.each([
    ['Not bound yet', { voucherStates: 'valid', bound: 'false' }],
    ['Valid', { voucherStates: 'valid', bound: 'true' }],
    ['Redeemed', { voucherStates: 'redeemed' }],
    ['Expired', { voucherStates: 'overdue' }],
  ])('can be filtered by state, and cleared: %s', async (word, query) => {
    show({ issuePage: 3 });
    await userEvent.click(page.getByRole('combobox', { name: 'State' }));
    await userEvent.click(page.getByRole('option', { name: word, exact: true }));
    await expect.poll(() => lastAsked('vouchers')).toMatchObject({ ...query, pageNum: '1' });
    await userEvent.click(page.getByRole('button', { name: 'Clear State' }));
    await expect.poll(() => lastAsked('vouchers')).not.toHaveProperty('voucherStates');
  });

  it('can be filtered by month of issue in the contract’s zone, and cleared if nothing matches', async () => {
    answers.vouchers = () => pageOf([]);
    show({ issueFrom: '2026-10', issueTo: '2026-11' });
    await expect.element(page.getByText('Nothing matches these filters')).toBeVisible();
    expect(lastAsked('vouchers')).toMatchObject({
      start: String(Date.parse('2026-09-30T16:00:00Z')),
      end: String(Date.parse('2026-11-30T16:00:00Z')),
    });
    await userEvent.click(page.getByRole('button', { name: 'Clear filters' }));
    await expect.poll(() => lastAsked('vouchers')).not.toHaveProperty('start');
  });

  it('show that they are loading', async () => {
    answers.vouchers = () => new Promise(() => undefined);
    show();
    await expect.element(issuance).toHaveAttribute('aria-busy', 'true');
  });

  it('show that there is none yet, and none redeemed', async () => {
    answers.vouchers = () => pageOf([]);
    answers.deductions = () => pageOf([]);
    show();
    await expect.element(page.getByText('No voucher yet')).toBeVisible();
    await expect.element(page.getByText('Nothing redeemed yet')).toBeVisible();
  });

  it('show why they could not be loaded, beside those that were', async () => {
    answers.vouchers = () => refusal(403, 'NO_PERMISSION');
    answers.summary = () => refusal(403, 'NO_PERMISSION');
    show();
    await expect.element(page.getByRole('alert').getByText('You do not have permission to do this.')).toBeVisible();
    await expect.element(redemptions.getByText('￥75.00')).toBeVisible();
  });

  it('have rows of a few lines on a phone, with their end', async () => {
    await page.viewport(390, 844);
    show();
    await expect.element(rowOf(bound).getByText('until')).toBeVisible();
    await expect.element(rowOf(bound).getByText('of', { exact: true })).toBeVisible();
    await expect.element(rowOf(bound).getByText('Nov 2, 2026')).not.toBeInTheDocument();
    await expect.element(rowOf(unbound).getByText('30 days from the moment it is bound')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});

describe('the payments by vouchers', () => {
  it('are shown with the rest, and link to the statement', async () => {
    show();
    await expect.element(redemptions.getByText('Dec 2, 2026, 09:00 UTC+8')).toBeVisible();
    for (const text of [bound.id, '￥75.00', '￥25.00'])
      await expect.element(redemptions.getByText(text)).toBeVisible();
    const link = redemptions.getByRole('link', { name: 'November 2026' });
    await expect.element(link).toHaveAttribute('href', `/billing-center/${id}/statements/stm-aaaa`);
    expect(lastAsked('deductions')).toEqual({
      deductType: 'voucher',
      pageNum: '1',
      pageSize: '10',
      orderBy: 'gmtCreated',
      ordering: 'desc',
    });
  });

  it('list each of several vouchers that one statement redeemed', async () => {
    answers.deductions = () =>
      pageOf([redemption, { ...redemption, id: 'pst-aaaa.vch-cccc', voucherID: 'vch-cccc', amount: '5.00' }]);
    show();
    await expect.element(redemptions.getByText('vch-cccc')).toBeVisible();
    await expect.element(redemptions.getByText(bound.id)).toBeVisible();
  });

  it('can be filtered by the month of the statement, and cleared', async () => {
    show({ month: '2026-11', redeemPage: 2 });
    const statementStart = String(Date.parse('2026-10-31T16:00:00Z'));
    await expect.poll(() => lastAsked('deductions')).toMatchObject({ statementStart, pageNum: '2' });
    await userEvent.click(page.getByRole('button', { name: 'Clear Statement month' }));
    await expect.poll(() => lastAsked('deductions')).toMatchObject({ pageNum: '1' });
    expect(lastAsked('deductions')).not.toHaveProperty('statementStart');
  });

  it('can be sorted by amount', async () => {
    show();
    await userEvent.click(redemptions.getByRole('columnheader', { name: 'Redeemed' }).getByRole('button'));
    await expect.poll(() => lastAsked('deductions')).toMatchObject({ orderBy: 'amount' });
  });
});
