import { Notifications, notifications } from '@mantine/notifications';
import { QueryClient } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import type { Discount } from '@usance/api/metering/discount';
import type { OfferComparison } from '@usance/api/sale/offer-comparison';
import type { PrivateOffer } from '@usance/api/sale/private-offer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderWithRoutes } from '../../../testing/render-with-routes.tsx';
import { refusal, reply, stubbedFetch } from '../../../testing/stubbed-fetch.ts';
import { availableBalanceQueries } from '../../available-balance/available-balance.queries.ts';
import { aContract } from '../../contract/contract.fixture.ts';
import { contractQueries } from '../../contract/contract.queries.ts';
import { offerComparisonQueries } from '../../offer-comparison/offer-comparison.queries.ts';
import { anOfferItem, aPrivateOffer } from '../private-offer.fixture.ts';
import { privateOfferQueries } from '../private-offer.queries.ts';
import { PrivateOfferPage } from './private-offer-page.tsx';

const fetch = stubbedFetch();
beforeEach(() => page.viewport(1280, 800));
afterEach(() => notifications.clean());

const administered = aContract();
const readable = { ...administered.permissions, canManageBilling: false } as NonNullable<Contract['permissions']>;

/** The server's replies; each test replaces the ones that matter. */
let told: PrivateOffer;
let accepted: PrivateOffer[];
let answer: () => Promise<Response>;
let discounted: () => Promise<Response>;
let sent: { body: unknown; key: string | null }[];
beforeEach(() => {
  told = aPrivateOffer();
  accepted = [];
  discounted = () => paged([]);
  answer = () => reply(told);
  sent = [];
  fetch.mockImplementation((input, init) => {
    const url = String(input);
    if (init?.method === 'POST') {
      sent.push({ body: JSON.parse(String(init.body)), key: new Headers(init.headers).get('idempotency-key') });
      return answer();
    }
    if (url.includes('/discounts?')) return discounted();
    if (url.includes('statuses=accepted'))
      return reply({ privateOffers: accepted, paginator: { pageNum: 1, pageSize: 10, totalSize: accepted.length } });
    return reply(told);
  });
});

function show(offer: Partial<PrivateOffer> = {}, contract = administered): QueryClient {
  told = aPrivateOffer(offer);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  client.setQueryData(contractQueries.detail(contract.id).queryKey, contract);
  client.setQueryData(privateOfferQueries.detail(contract.id, told.id).queryKey, told);
  renderWithRoutes(client, () => (
    <>
      <Notifications limit={1} />
      <PrivateOfferPage contractId={contract.id} offerId={told.id} comparison={<p>Comparison</p>} attachments={null} />
    </>
  ));
  return client;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const tiered: Partial<PrivateOffer> = {
  discountType: 'tiered',
  tieredDiscounts: [{ tierLevel: 1, minThreshold: '0', maxThreshold: '-1', discountRate: '0.9' }],
};
const aDiscount = (zhekou: string, temporary = false): Discount => ({
  id: `dis-${'a'.repeat(20)}`,
  contractId: administered.id,
  zhekou,
  zhekouFormatted: '',
  start: '2026-01-01T00:00:00Z',
  end: null,
  temporary,
  gmtCreated: '2026-01-01T00:00:00Z',
});
const paged = (items: readonly object[]) => reply({ items, pageNum: 1, pageSize: 10, totalSize: items.length });
const acceptDialog = page.getByRole('dialog', { name: 'Accept this private offer?' });
const rejectDialog = page.getByRole('dialog', { name: 'Reject this private offer?' });

describe('a private offer', () => {
  it('shows its terms, its dates and its deadline', async () => {
    show({ comment: 'As agreed on the phone.', expirationDate: null });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Private offer of Oct 10, 2026' })).toBeVisible();
    for (const text of [
      'Pending acceptance',
      'Direct',
      'No expiration',
      'Oct 30, 2126, 00:00 UTC',
      'As agreed on the phone.',
    ])
      await expect.element(page.getByText(text, { exact: true })).toBeVisible();
    await expect.element(page.getByText(/\(\d+,?\d* days left\)/)).toBeVisible();
  });

  it('shows each price with eight places beside its list price, and a full price without a discount', async () => {
    show({
      offerItems: [
        anOfferItem(),
        anOfferItem({
          id: 'poi-bbbb',
          billingItem: 'storage',
          tier: 'hot',
          price: '1234.5',
          discount: '1',
          listingPrice: null,
        }),
      ],
    });
    const items = page.getByRole('table', { name: 'Offer items' });
    const discounted = items.getByRole('row').filter({ has: page.getByText('compute.r-series') });
    for (const text of ['AWS', 'US East (N. Virginia)', '$0.15000000', '$0.12750000', 'core-hour', 'pay 85%', '0.125'])
      await expect.element(discounted.getByText(text, { exact: true })).toBeVisible();
    const fixed = items.getByRole('row').filter({ has: page.getByText('storage · hot') });
    for (const text of ['$1,234.50000000', '-'])
      await expect.element(fixed.getByText(text, { exact: true })).toBeVisible();
  });

  it('distinguishes items that differ only in their edition', async () => {
    show({ offerItems: [anOfferItem(), anOfferItem({ id: 'poi-bbbb', edition: 'BUSINESSCRITICAL', price: '0.09' })] });
    const row = page.getByRole('table', { name: 'Offer items' }).getByRole('row');
    await expect.element(row.filter({ has: page.getByText('$0.12750000') }).getByText('Commercial')).toBeVisible();
    await expect
      .element(row.filter({ has: page.getByText('$0.09000000') }).getByText('Business Critical'))
      .toBeVisible();
  });

  it('shows the bounds of each tier, the last one without an end', async () => {
    show({
      discountType: 'tiered',
      offerItems: [],
      tieredDiscounts: [
        { tierLevel: 1, minThreshold: '0', maxThreshold: '1000', discountRate: '0.9' },
        { tierLevel: 2, minThreshold: '1000', maxThreshold: '-1', discountRate: '0.8' },
      ],
    });
    const tiers = page.getByRole('table', { name: 'Tiered discounts' });
    for (const text of ['$0.00', 'pay 90%', 'pay 80%', 'No upper limit'])
      await expect.element(tiers.getByText(text, { exact: true })).toBeVisible();
    await expect.element(page.getByRole('table', { name: 'Offer items' })).not.toBeInTheDocument();
  });

  it('shows the full region, the price per unit and each tier in words on a phone', async () => {
    await page.viewport(320, 800);
    show({
      discountType: 'tiered',
      offerItems: [anOfferItem()],
      tieredDiscounts: [
        { tierLevel: 1, minThreshold: '0.00', maxThreshold: '5000.00', discountRate: '0.9' },
        { tierLevel: 2, minThreshold: '5000.50', maxThreshold: '-1', discountRate: '0.8' },
      ],
    });
    const items = page.getByRole('table', { name: 'Offer items' });
    const place = items.getByText('AWS US East (N. Virginia)');
    await expect.element(place).toBeVisible();
    expect(place.element().scrollWidth).toBeLessThanOrEqual(place.element().clientWidth);
    const price = items.getByRole('cell').filter({ has: page.getByText('$0.12750000') });
    await expect.element(price).toHaveTextContent('$0.12750000 / core-hour');
    const rightOf = (element: Element) => Math.round(element.getBoundingClientRect().right);
    const row = items.getByRole('row').filter({ has: page.getByText('compute.r-series') });
    expect(rightOf(row.element()) - rightOf(price.element())).toBeLessThanOrEqual(4);
    const tiers = page.getByRole('table', { name: 'Tiered discounts' });
    await expect.element(tiers.getByText('From $0 up to $5,000')).toBeVisible();
    await expect.element(tiers.getByText('From $5,000.50, no upper limit')).toBeVisible();
  });

  it.each([
    ['2126-10-30T00:00:00Z', /^You can accept this offer until Oct 30, 2126, 00:00 UTC, once/],
    ['2026-10-11T00:00:00Z', /^This offer can no longer be accepted. Its confirmation deadline was Oct 11, 2026/],
  ])('that waits for the buyer’s information until %s shows the deadline, or that it has passed', async (at, text) => {
    show({ status: 'approved', confirmationDeadline: Date.parse(at) / 1000 });
    await expect.element(page.getByText(text)).toBeVisible();
  });

  it('separates a date from the word that it has passed', async () => {
    show({ status: 'expired', confirmationDeadline: Date.parse('2026-10-11T00:00:00Z') / 1000 });
    await expect.element(page.getByText('passed', { exact: true })).toBeVisible();
    expect(document.body.textContent).toContain('Oct 11, 2026, 00:00 UTC passed');
  });

  it('that was accepted shows an earlier end by another offer', async () => {
    const response = { action: 'accept', comment: null, respondedAt: 0 } as const;
    show({ status: 'accepted', response, endsAt: Date.parse('2127-02-01T00:00:00Z') / 1000 });
    await expect.element(page.getByText('Prices end on')).toBeVisible();
    await expect.element(page.getByText('Feb 1, 2127, 00:00 UTC')).toBeVisible();
  });

  it('that holds until its expiration date shows no other end', async () => {
    show({ status: 'accepted', response: { action: 'accept', comment: null, respondedAt: 0 } });
    await expect.element(page.getByText('Expiration date')).toBeVisible();
    await expect.element(page.getByText('Prices end on')).not.toBeInTheDocument();
  });

  it('shows its answer, or why it is invalid', async () => {
    const respondedAt = Date.parse('2026-10-12T09:00:00Z') / 1000;
    show({
      status: 'invalid',
      invalidReason: 'superseded',
      response: { action: 'accept', comment: 'Agreed.', respondedAt },
    });
    for (const text of ['Invalid', 'Replaced by another offer', 'Accepted', 'Oct 12, 2026, 09:00 UTC', 'Agreed.'])
      await expect.element(page.getByText(text, { exact: true })).toBeVisible();
    await expect.element(button('Accept')).not.toBeInTheDocument();
  });

  it.each([
    ['pending_acceptance', true],
    ['draft', true],
    ['approved', true],
    ['pending_approval', false],
    ['accepted', false],
    ['rejected', false],
    ['expired', false],
    ['invalid', false],
  ] as const)('that is %s offers to update the buyer’s information: %s', async (status, isOffered) => {
    show({ status });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    const link = page.getByRole('link', { name: 'Update Information' });
    await expect.poll(() => link.elements().length).toBe(isOffered ? 1 : 0);
    if (!isOffered) return;
    await expect.element(link).toHaveAttribute('href', `/contracts/${administered.id}/overview`);
    await expect.element(link).toHaveAttribute('target', '_blank');
  });

  it.each([
    ['pending_acceptance', 1],
    ['approved', 1],
    ['accepted', 0],
    ['expired', 0],
  ] as const)('that is %s is compared with usage: %d', async (status, count) => {
    show({ status });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(page.getByText('Comparison').elements()).toHaveLength(count);
  });

  it('shows a failed download, even without a network', async () => {
    show();
    fetch.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
    await userEvent.click(button('Download PDF'));
    await expect.element(page.getByText(/^Failed to download the offer: /)).toBeVisible();
  });

  it('shows readers who may not answer why the buttons are disabled', async () => {
    show({}, aContract({ permissions: readable }));
    for (const name of ['Accept', 'Reject'])
      await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true');
    await userEvent.hover(button('Accept'));
    await expect.element(page.getByRole('tooltip', { name: /^Only an admin or billing_admin/ })).toBeVisible();
  });
});

describe('accepting an offer', () => {
  it('needs a confirmation with its dates, its contract and the offers it replaces', async () => {
    accepted = [
      aPrivateOffer({
        id: `po-${'f'.repeat(20)}`,
        status: 'accepted',
        effectiveDate: 0,
        expirationDate: null,
        endsAt: null,
      }),
    ];
    show();
    await userEvent.click(button('Accept'));
    await expect.element(acceptDialog.getByText(/^Usage from Nov 1, 2126, 00:00 UTC on is charged/)).toBeVisible();
    for (const text of [/^Northwind/, 'Nov 1, 2127, 00:00 UTC', `po-${'f'.repeat(20)}`])
      await expect.element(acceptDialog.getByText(text)).toBeVisible();
    await expect.element(acceptDialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  });

  it('warns that existing usage is charged again if the offer begins in the past', async () => {
    show({ effectiveDate: Date.parse('2026-10-01T00:00:00Z') / 1000 });
    await userEvent.click(button('Accept'));
    await expect.element(acceptDialog.getByText(/^All usage since Oct 1, 2026/)).toBeVisible();
    await expect.element(acceptDialog.getByText(/^List prices/)).toBeVisible();
  });

  it('warns that its tiers suspend the contract’s discount, like the page', async () => {
    discounted = () => paged([aDiscount('0.95'), aDiscount('0.92', true)]);
    show(tiered);
    await expect.element(page.getByText(/^Your 8% discount is paused/)).toBeVisible();
    await userEvent.click(button('Accept'));
    await expect.element(acceptDialog.getByText(/^Your 8% discount is paused/)).toBeVisible();
    await expect.element(acceptDialog.getByText('1 item', { exact: true })).toBeVisible();
  });

  it('shows no number if the contract’s discount could not be loaded', async () => {
    discounted = () => refusal(503, 'UNAVAILABLE');
    show(tiered);
    await userEvent.click(button('Accept'));
    await expect.element(acceptDialog.getByText(/^Any discount on the contract is paused/)).toBeVisible();
  });

  it('mentions no discount if there is none, or if there are no tiers', async () => {
    show(tiered);
    await userEvent.click(button('Accept'));
    await expect.element(acceptDialog.getByRole('button', { name: 'Accept' })).toBeEnabled();
    await expect.element(page.getByText(/is paused while/)).not.toBeInTheDocument();
  });

  it('waits until the replaced offers are loaded', async () => {
    let known = () => {};
    const wait = new Promise<void>((resolve) => {
      known = resolve;
    });
    discounted = () => wait.then(() => paged([]));
    show(tiered);
    await userEvent.click(button('Accept'));
    const confirm = acceptDialog.getByRole('button', { name: 'Accept' });
    await expect.element(confirm).toBeDisabled();
    known();
    await expect.element(confirm).toBeEnabled();
  });

  it('repeats a comparison that came out dearer', async () => {
    const client = show();
    const compared = { currency: 'USD', difference: '12.5' } as OfferComparison;
    client.setQueryData(offerComparisonQueries.detail(administered.id, told.id).queryKey, compared);
    await userEvent.click(button('Accept'));
    await expect.element(acceptDialog.getByText('You would have paid more')).toBeVisible();
    await expect.element(acceptDialog.getByText('$12.50')).toBeVisible();
  });

  it('is sent once with a key, and then shown on the page', async () => {
    const client = show();
    client.setQueryData<unknown>(availableBalanceQueries.detail(administered.id).queryKey, {});
    await userEvent.click(button('Accept'));
    told = aPrivateOffer({ status: 'accepted' });
    await userEvent.click(acceptDialog.getByRole('button', { name: 'Accept' }));
    await expect.element(page.getByText('Offer accepted successfully')).toBeVisible();
    await expect.element(page.getByText('Accepted', { exact: true })).toBeVisible();
    await expect.element(button('Accept')).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(sent).toEqual([{ body: { action: 'accept', revision: 2 }, key: expect.stringMatching(/^[\da-f-]{36}$/) }]);
    expect(client.getQueryState(availableBalanceQueries.detail(administered.id).queryKey)?.isInvalidated).toBe(true);
  });

  it('that comes too late shows that, with the offer’s new state', async () => {
    show();
    await userEvent.click(button('Accept'));
    answer = () => refusal(409, 'OFFER_STATE_CONFLICT');
    told = aPrivateOffer({ status: 'expired' });
    await userEvent.click(acceptDialog.getByRole('button', { name: 'Accept' }));
    await expect.element(acceptDialog.getByRole('alert').getByText(/It may have been answered/)).toBeVisible();
    await userEvent.click(acceptDialog.getByRole('button', { name: 'Cancel' }));
    await expect.element(page.getByText('Expired', { exact: true })).toBeVisible();
    await expect.element(button('Accept')).not.toBeInTheDocument();
  });

  it('accepts only the terms that were read: new ones are shown after a refusal, and can then be accepted', async () => {
    show();
    await userEvent.click(button('Accept'));
    answer = () => refusal(409, 'OFFER_STATE_CONFLICT');
    told = aPrivateOffer({ revision: 3, offerItems: [anOfferItem({ price: '9', discount: '1' })] });
    await userEvent.click(acceptDialog.getByRole('button', { name: 'Accept' }));
    await expect.element(acceptDialog.getByRole('alert').getByText(/may have changed/)).toBeVisible();
    await userEvent.click(acceptDialog.getByRole('button', { name: 'Cancel' }));
    await expect.element(page.getByText('$9.00000000', { exact: true })).toBeVisible();
    answer = () => reply(told);
    await userEvent.click(button('Accept'));
    await userEvent.click(acceptDialog.getByRole('button', { name: 'Accept' }));
    await expect.element(page.getByText('Offer accepted successfully')).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([2, 3].map((revision) => ({ action: 'accept', revision })));
  });

  it('of an offer that begins in a signed month shows the refusal', async () => {
    show();
    await userEvent.click(button('Accept'));
    answer = () => refusal(409, 'MONTH_SIGNED');
    await userEvent.click(acceptDialog.getByRole('button', { name: 'Accept' }));
    await expect.element(acceptDialog.getByRole('alert').getByText(/whose statement is signed/)).toBeVisible();
  });
});

describe('rejecting an offer', () => {
  it('needs a reason', async () => {
    show();
    await userEvent.click(button('Reject'));
    await userEvent.type(rejectDialog.getByRole('textbox', { name: 'Rejection reason' }), '  ');
    await userEvent.click(rejectDialog.getByRole('button', { name: 'Reject' }));
    await expect.element(rejectDialog.getByRole('alert').getByText('Please enter rejection reason')).toBeVisible();
    await expect.element(rejectDialog.getByRole('textbox')).toHaveFocus();
    expect(sent).toEqual([]);
  });

  it('is sent with its reason, and then shown on the page', async () => {
    show();
    await userEvent.click(button('Reject'));
    await userEvent.type(rejectDialog.getByRole('textbox', { name: 'Rejection reason' }), ' Too dear. ');
    told = aPrivateOffer({ status: 'rejected' });
    await userEvent.click(rejectDialog.getByRole('button', { name: 'Reject' }));
    await expect.element(page.getByText('Offer rejected')).toBeVisible();
    await expect.element(rejectDialog).not.toBeInTheDocument();
    await expect.element(page.getByText('Rejected', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(sent).toEqual([{ body: { action: 'reject', comment: 'Too dear.', revision: 2 }, key: expect.any(String) }]);
  });

  it('is retried with the same key, and sent with a new key for another reason', async () => {
    show();
    answer = () => refusal(503, 'UNAVAILABLE');
    await userEvent.click(button('Reject'));
    const press = () => userEvent.click(rejectDialog.getByRole('button', { name: 'Reject' }));
    await userEvent.type(rejectDialog.getByRole('textbox'), 'No');
    await press();
    await expect.element(rejectDialog.getByRole('alert').getByText(/^This is not available/)).toBeVisible();
    await press();
    await expect.poll(() => sent.length).toBe(2);
    await userEvent.type(rejectDialog.getByRole('textbox'), 't now');
    await press();
    await expect.poll(() => sent.length).toBe(3);
    const [first, second, third] = sent.map(({ key }) => key);
    expect(first).toBe(second);
    expect(third).not.toBe(first);
  });

  it('asks before Esc drops an entered reason', async () => {
    show();
    await userEvent.click(button('Reject'));
    const reason = rejectDialog.getByRole('textbox', { name: 'Rejection reason' });
    await userEvent.type(reason, 'Too dear');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog', { name: 'Discard what you entered?' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(reason).toHaveValue('Too dear');
  });
});
