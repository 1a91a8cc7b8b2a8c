import { QueryClient } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { refusal, reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { aContract } from '../contract/contract.fixture.ts';
import { contractQueries } from '../contract/contract.queries.ts';
import { MarketplacePage } from './marketplace-page.tsx';
import type { MarketplaceSearch } from './marketplace-search.ts';

const fetch = stubbedFetch();

const contract = aContract();
const linked = aContract({
  id: `ct-${'l'.repeat(20)}`,
  tags: 'Southwind',
  marketplace: { state: 'activated', cloudProvider: 'aws' },
});

/** The server's replies; each test replaces the ones that matter. */
let status: () => Promise<Response>;
let link: () => Promise<Response>;
let asked: { method: string; url: URL; body: unknown; key: string | null }[];
beforeEach(() => {
  status = () => reply({ status: 'subscribed' });
  link = () => reply({ state: 'activated', cloudProvider: 'aws' });
  asked = [];
  fetch.mockImplementation((input, { method = 'GET', body, headers } = {}) => {
    const url = new URL(String(input), 'http://x');
    const key = new Headers(headers).get('idempotency-key');
    asked.push({ method, url, body: typeof body === 'string' ? JSON.parse(body) : undefined, key });
    if (url.pathname.endsWith('/v1/marketplace')) return status();
    return method === 'POST' ? link() : reply({ items: [contract], pageNum: 1, pageSize: 10, totalSize: 1 });
  });
});

function show(search: MarketplaceSearch = {}, contracts: Contract[] = [contract, linked]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  const all = { items: contracts, pageNum: 1, pageSize: 999, totalSize: contracts.length };
  client.setQueryData(contractQueries.all().queryKey, all);
  const onLinked = vi.fn();
  renderWithRoutes(client, () => <MarketplacePage search={search} onLinked={onLinked} />);
  return onLinked;
}

const brought: MarketplaceSearch = { token: 'a-token', cloudProvider: 'aws' };
const token = page.getByRole('textbox', { name: 'Token' });
const submit = () => userEvent.click(page.getByRole('button', { name: 'Link contract' }));
const statusAsked = () => asked.filter(({ url }) => url.pathname.endsWith('/v1/marketplace'));
const links = () => asked.filter(({ method }) => method === 'POST');

describe('a token', () => {
  it('from a marketplace’s link is checked at once, and accepted', async () => {
    show(brought);
    await expect.element(token).toHaveValue('a-token');
    await expect.element(page.getByText('This token can be linked')).toBeVisible();
    expect(Object.fromEntries(statusAsked()[0]?.url.searchParams ?? [])).toEqual(brought);
  });

  it('is checked as a whole after a pause in typing', async () => {
    show({ cloudProvider: 'azure' });
    await userEvent.type(token, 'abcdef');
    await expect.element(page.getByText('This token can be linked')).toBeVisible();
    expect(statusAsked().map(({ url }) => url.searchParams.get('token'))).toEqual(['abcdef']);
  });

  it.each([
    ['unsubscribed', 'Marketplace has not been subscribed'],
    ['subscribing', 'Marketplace is subscribing, please wait'],
  ])('that is %s shows that, and is not linked', async (word, text) => {
    status = () => reply({ status: word });
    show(brought);
    await expect.element(page.getByRole('alert').getByText(text)).toBeVisible();
    await submit();
    await expect.element(token).toHaveFocus();
    expect(links()).toEqual([]);
  });

  it('that was used links to the contracts', async () => {
    status = () => reply({ status: 'activated' });
    show(brought);
    await expect.element(page.getByRole('alert').getByText(/^token used/)).toBeVisible();
    await expect
      .element(page.getByRole('alert').getByRole('link', { name: 'Contracts' }))
      .toHaveAttribute('href', '/contracts');
  });

  it('unknown to its marketplace is invalid', async () => {
    status = () => refusal(400, 'INVALID_PARAMETER', 'id', { field: 'token' });
    show(brought);
    await expect.element(page.getByRole('alert').getByText('Token is Invalid')).toBeVisible();
  });

  it.each([
    ['as asked for', 'Try again'],
    ['when the form is sent', 'Link contract'],
  ])('that could not be checked shows that, and is checked again %s', async (_when, name) => {
    status = () => refusal(503, 'UNAVAILABLE');
    show(brought);
    await expect.element(page.getByRole('alert').getByText(/^This is not available/)).toBeVisible();
    status = () => reply({ status: 'subscribed' });
    await userEvent.click(page.getByRole('button', { name, exact: true }));
    await expect.element(page.getByText('This token can be linked')).toBeVisible();
    expect(statusAsked()).toHaveLength(2);
    expect(links()).toEqual([]);
  });

  it('of a cloud without products is marked as such', async () => {
    status = () => refusal(409, 'NOT_IMPLEMENTED');
    show({ token: 'a-token', cloudProvider: 'huaweicloud' });
    await expect.element(page.getByText("Nothing is sold through this cloud's marketplace.")).toBeVisible();
  });
});

describe('linking', () => {
  it('marks missing fields, and focuses the first', async () => {
    show({}, [contract, aContract({ id: `ct-${'b'.repeat(20)}`, tags: 'Eastwind' })]);
    await submit();
    for (const text of ['Token is required', 'Cloud provider is required', 'Contract is required'])
      await expect.element(page.getByText(text)).toBeVisible();
    await expect.element(token).toHaveFocus();
    expect(asked).toEqual([]);
  });

  it('offers no linked contract, and preselects the only other one', async () => {
    show(brought);
    const field = page.getByRole('combobox', { name: 'Contract' });
    await expect.element(field).toHaveValue('Northwind');
    await userEvent.click(field);
    const off = page.getByRole('option', { name: 'Southwind (already linked)' });
    await expect.element(off).toHaveAttribute('aria-disabled', 'true');
  });

  it('is sent once with a key, and links to the contract’s data clouds', async () => {
    const onLinked = show(brought);
    await expect.element(page.getByText('This token can be linked')).toBeVisible();
    await submit();
    const heading = page.getByRole('heading', { level: 1, name: 'Contract linked' });
    await expect.element(heading).toHaveFocus();
    await expect
      .element(page.getByRole('link', { name: 'Go to its data clouds' }))
      .toHaveAttribute('href', `/contracts/${contract.id}/dataclouds`);
    expect(onLinked).toHaveBeenCalledOnce();
    expect(links()).toEqual([expect.objectContaining({ body: brought, key: expect.stringMatching(/^[\da-f-]{36}$/) })]);
  });

  it.each([
    ['NOT_IMPLEMENTED', 'You can only resubscribe after 1 hour of unsubscribing.'],
    ['MARKETPLACE_ALREADY_LINKED', 'This contract, or this token, is linked to a marketplace already.'],
    ['CURRENCY_CONFLICT', 'The contract has another currency.'],
  ])('that is refused with %s shows why, and keeps the entries', async (reason, text) => {
    link = () => refusal(409, reason);
    show(brought);
    await expect.element(page.getByText('This token can be linked')).toBeVisible();
    await submit();
    await expect.element(page.getByRole('alert').getByText(text)).toBeVisible();
    await expect.element(token).toHaveValue('a-token');
  });

  it('starts with creating a contract if there is none, and keeps the token', async () => {
    show(brought, []);
    await expect.element(page.getByText('You need a contract first')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Create contract' })).toBeVisible();
  });
});
