import { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderWithRoutes } from '../../../testing/render-with-routes.tsx';
import { refusal, reply, stubbedFetch } from '../../../testing/stubbed-fetch.ts';
import { aContract } from '../../contract/contract.fixture.ts';
import { contractQueries } from '../../contract/contract.queries.ts';
import { aPrivateOffer } from '../private-offer.fixture.ts';
import { type PrivateOfferSearch, privateOfferSearch } from './private-offer-search.ts';
import { PrivateOffersPage } from './private-offers-page.tsx';

const fetch = stubbedFetch();
const contract = aContract({ billingZone: 'Asia/Shanghai' });

const open = aPrivateOffer();
const missed = aPrivateOffer({
  id: `po-${'m'.repeat(20)}`,
  status: 'expired',
  confirmationDeadline: Date.parse('2026-10-01T16:30:00Z') / 1000,
  expirationDate: null,
});
const pageOf = (privateOffers: object[], totalSize = privateOffers.length) =>
  reply({ privateOffers, paginator: { pageNum: 1, pageSize: 10, totalSize } });

let answer: () => Promise<Response>;
let asked: Record<string, string>[];
beforeEach(() => {
  answer = () => pageOf([open, missed], 24);
  asked = [];
  fetch.mockImplementation((input) => {
    asked.push(Object.fromEntries(new URL(String(input), 'http://x').searchParams));
    return answer();
  });
});
beforeEach(() => page.viewport(1280, 800));

/** The page with its search as state in place of the URL. */
function Stage({ first }: { first: PrivateOfferSearch }) {
  const [search, setSearch] = useState(first);
  return (
    <PrivateOffersPage
      contractId={contract.id}
      search={search}
      onChange={(patch) => setSearch((now) => ({ ...now, ...patch }))}
    />
  );
}

function show(search: object = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  client.setQueryData(contractQueries.detail(contract.id).queryKey, contract);
  const first = privateOfferSearch.parse(search);
  renderWithRoutes(client, () => <Stage first={first} />);
}

const table = page.getByRole('table', { name: 'Private offers' });
const rowOf = ({ id }: { id: string }) => table.getByRole('row').filter({ has: page.getByTitle(id) });

describe('the private offers of a contract', () => {
  it('link to their pages, and show status, kind and dates in the contract’s zone', async () => {
    show();
    const row = rowOf(open);
    await expect
      .element(row.getByRole('link'))
      .toHaveAttribute('href', `/billing-center/${contract.id}/private-offers/${open.id}`);
    for (const text of ['Pending acceptance', 'Standard', 'Nov 1, 2126'])
      await expect.element(row.getByText(text)).toBeVisible();
    await expect.element(table.getByRole('columnheader', { name: 'Effective date (UTC+8)' })).toBeVisible();
    await userEvent.hover(row.getByText('Nov 1, 2126'));
    await expect.element(page.getByText('Nov 1, 2126, 08:00 UTC+8')).toBeVisible();
    await userEvent.unhover(row.getByText('Nov 1, 2126'));
  });

  it('show an end by another offer before the expiration date', async () => {
    const response = { action: 'accept', comment: null, respondedAt: 0 } as const;
    const endsAt = Date.parse('2127-02-01T00:00:00Z') / 1000;
    answer = () => pageOf([aPrivateOffer({ status: 'accepted', response, endsAt })]);
    show();
    await expect.element(rowOf(open).getByText('Prices end on Feb 1, 2127')).toBeVisible();
  });

  it('mark only a missed deadline, in colour and in words', async () => {
    show();
    const row = rowOf(missed);
    await expect.element(row.getByText('Oct 2, 2026')).toHaveAttribute('data-overdue');
    await expect.element(row.getByText('passed')).toBeVisible();
    await expect.element(row.getByText('No expiration')).toBeVisible();
    expect(rowOf(open).element().querySelector('[data-overdue]')).toBeNull();
  });

  it('come newest first, ten a page, and can be sorted by the headings', async () => {
    show({ page: 2 });
    await expect.element(rowOf(open)).toBeVisible();
    expect(asked.at(-1)).toEqual({ pageNum: '2', pageSize: '10', orderBy: 'createdAt', ordering: 'desc' });
    await userEvent.click(table.getByRole('columnheader', { name: 'Confirmation deadline' }).getByRole('button'));
    await expect.poll(() => asked.at(-1)).toMatchObject({ orderBy: 'confirmationDeadline', pageNum: '1' });
  });

  it('can be filtered by status, and cleared if nothing matches', async () => {
    show({ page: 3 });
    await userEvent.click(page.getByRole('combobox', { name: 'Status' }));
    answer = () => pageOf([]);
    await userEvent.click(page.getByRole('option', { name: 'Rejected' }));
    await expect.poll(() => asked.at(-1)).toMatchObject({ statuses: 'rejected', pageNum: '1' });
    await userEvent.click(page.getByRole('button', { name: 'Clear filters' }));
    await expect.poll(() => asked.at(-1)).not.toHaveProperty('statuses');
  });

  it('show that they are loading', async () => {
    answer = () => new Promise(() => undefined);
    show();
    await expect.element(table).toHaveAttribute('aria-busy', 'true');
  });

  it('show that there is none yet', async () => {
    answer = () => pageOf([]);
    show();
    await expect.element(page.getByText('No private offer yet')).toBeVisible();
  });

  it('show why they could not be loaded, and retry', async () => {
    answer = () => refusal(503, 'UNAVAILABLE');
    show();
    await expect.element(page.getByRole('alert').getByText(/^This is not available/)).toBeVisible();
    answer = () => pageOf([open]);
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.element(rowOf(open)).toBeVisible();
  });

  it('have rows of a few lines on a phone, with named dates', async () => {
    await page.viewport(390, 844);
    show();
    await expect.element(rowOf(open).getByText('Effective date')).toBeVisible();
    await expect.element(rowOf(open).getByText('Confirmation deadline')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
