import type { Page } from '@playwright/test';
import { type Contract, contracts } from '@usance/api/contract/contract';
import { kycInfos } from '@usance/api/contract/kyc-info';
import { type PrivateOffer, privateOffers } from '@usance/api/sale/private-offer';
import { violations } from '../support/axe.ts';
import { callAs, callInternally } from '../support/calls.ts';
import { serverNow } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';

const daySeconds = 86_400;

/** Creates a contract of the signed-in person, with all the buyer's details that an offer needs. */
async function knownContract(page: Page): Promise<Contract> {
  const contract = await callAs(page.request, contracts.create, { body: { tags: 'Offered' } });
  const body = {
    buyerType: 'E',
    enterpriseName: 'Offered Ltd',
    enterpriseSocialId: '91310115MA1K4TXT99',
    enterpriseLegalName: 'Li Lei',
    enterpriseLegalSocialId: '11010519491231002X',
    contactPerson: 'Ada',
    address: '1 Harbour Road',
    contactPhone: '13800138000',
    contactEmail: 'ada@offered.example',
  } as const;
  await callInternally(kycInfos.update, { params: { id: contract.id }, body });
  return contract;
}

/** Creates an offer that waits for its buyer, with tiers and two pages of items. */
async function offered({ id }: Contract, comment: string): Promise<PrivateOffer> {
  const { items } = await callInternally(privateOffers.saasItems, { query: { cloudProvider: 'aws' } });
  const nowSeconds = Math.floor((await serverNow()).getTime() / 1000);
  const { id: poid } = await callInternally(privateOffers.create, {
    params: { id },
    body: {
      comment,
      discountType: 'tiered',
      effectiveDate: nowSeconds + 10 * daySeconds,
      confirmationDeadline: nowSeconds + 5 * daySeconds,
      offerItems: items.slice(0, 12).map(({ skuId }) => ({ skuId, discount: '0.85' })),
      tieredDiscounts: [
        { tierLevel: 1, minThreshold: '0', maxThreshold: '1000', discountRate: '1' },
        { tierLevel: 2, minThreshold: '1000', maxThreshold: '-1', discountRate: '0.9' },
      ],
    },
  });
  await callInternally(privateOffers.submit, { params: { id, poid } });
  return callInternally(privateOffers.approve, { params: { id, poid }, body: { action: 'approve' } });
}

test('a buyer reads offers, rejects one with a reason and accepts the other', async ({ page, signInAs }) => {
  test.setTimeout(60_000);
  await signInAs('admin');
  const contract = await knownContract(page);
  const rejected = await offered(contract, 'Too dear for anybody.');
  const accepted = await offered(contract, 'As agreed.');

  await page.goto(`/billing-center/${contract.id}/income-expense`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Private offers' }).click();
  const list = page.getByRole('table', { name: 'Private offers' });
  await expect(list.getByText('Pending acceptance')).toHaveCount(2);
  expect(await violations(page)).toEqual([]);
  await list.getByTitle(rejected.id).focus();
  await page.keyboard.press('Enter');

  await expect(page.getByText('Too dear for anybody.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Tiered discounts' })).toContainText('No upper limit');
  const items = page.getByRole('table', { name: 'Offer items' });
  await expect(items.getByRole('rowheader')).toHaveCount(10);
  await expect(items).toContainText('pay 85%');
  expect(await violations(page)).toEqual([]);

  const reject = page.getByRole('button', { name: 'Reject', exact: true });
  await reject.click();
  const rejecting = page.getByRole('dialog', { name: 'Reject this private offer?' });
  await expect(rejecting.getByRole('textbox', { name: 'Rejection reason' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(rejecting).toBeHidden();
  await expect(reject).toBeFocused();
  await page.keyboard.press('Enter');
  await rejecting.getByRole('button', { name: 'Reject' }).click();
  await expect(rejecting.getByText('Please enter rejection reason')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type('We pay less elsewhere.');
  await rejecting.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('Offer rejected')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('We pay less elsewhere.')).toBeVisible();
  await expect(reject).toHaveCount(0);

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Private offers' }).click();
  await list.getByTitle(accepted.id).click();
  await expect(page.getByText('As agreed.')).toBeVisible();
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  const accepting = page.getByRole('dialog', { name: 'Accept this private offer?' });
  await expect(accepting.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(accepting).toContainText('Offered');
  await expect(accepting).toContainText('List prices');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Offer accepted successfully')).toBeVisible();
  await expect(page.getByRole('main').getByText('Accepted', { exact: true }).first()).toBeVisible();

  const answered = await callAs(page.request, privateOffers.get, { params: { id: contract.id, poid: accepted.id } });
  expect(answered).toMatchObject({ status: 'accepted', response: { action: 'accept' } });
});
