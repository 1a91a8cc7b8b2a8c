import type { Page } from '@playwright/test';
import { accountPeriods } from '@usance/api/billing/account-period';
import { availableBalances } from '@usance/api/billing/available-balance';
import { contracts } from '@usance/api/contract/contract';
import { dataclouds } from '@usance/api/contract/datacloud';
import { skus } from '@usance/api/metering/sku';
import { usages } from '@usance/api/metering/usage';
import { callAs, callInternally } from '../support/calls.ts';
import { depositCash, moveClockTo, serverNow } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';

const hourMs = 3_600_000;
const later = (at: string, ms: number) => new Date(Date.parse(at) + ms);

/** Creates a contract that has used an hour of a data cloud and has not paid. */
async function latePayer(page: Page, name: string) {
  const contract = await callAs(page.request, contracts.create, { body: { tags: name } });
  const { id: contractId } = contract;
  const made = { contractId, name: `${name}_lake`, regionID: 'aws-us-east-1', edition: 'ENTERPRISE' } as const;
  const { id: datacloudId } = await callAs(page.request, dataclouds.create, { body: made });
  const start = await serverNow();
  const end = new Date(start.getTime() + 60_000);
  await moveClockTo(end);
  const { items } = await callInternally(skus.list, { query: { region: 'us-east-1', pageSize: 999 } });
  const sku = items.find(({ edition, unit }) => edition === 'ENTERPRISE' && unit === 'core-hour');
  const record = {
    id: name,
    source: 'e2e',
    contractId,
    datacloudId,
    objectId: 'wh',
    objectName: 'etl',
    resourceKind: sku?.resourceKind,
    billingItem: sku?.billingItem,
    tier: sku?.tier,
    quantity: '100000',
    unit: 'core-hour',
    start: start.toISOString(),
    end: end.toISOString(),
  };
  expect(await callInternally(usages.ingest, { body: JSON.stringify(record) })).toMatchObject({ accepted: 1 });
  // The usage is rated, and a balance below zero for a day before that is a breach.
  await moveClockTo(new Date(end.getTime() + 60_000));
  await moveClockTo(new Date(end.getTime() + 24 * hourMs + 120_000));
  const { details } = await callAs(page.request, availableBalances.get, { params: { id: contractId } });
  const { extensionPeriodEnd = '', suspensionPeriodEnd = '', backupPeriodEnd = '' } = details;
  return { contract, made, extensionPeriodEnd, suspensionPeriodEnd, backupPeriodEnd };
}

/** Checks the texts of the banner, the tile, the table and the notifications at an instant. */
async function shows(
  page: Page,
  { contract, made }: Awaited<ReturnType<typeof latePayer>>,
  texts: { banner?: string; datacloud?: string; bell: string },
): Promise<void> {
  await page.clock.setFixedTime(await serverNow());
  await page.goto(`/billing-center/${contract.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  if (texts.banner === undefined) await expect(page.getByRole('complementary', { name: /period$/ })).toHaveCount(0);
  else await expect(page.getByRole('complementary', { name: texts.banner })).toBeVisible();
  await page.goto(`/contracts/${contract.id}/dataclouds`);
  const row = page.getByRole('row', { name: made.name });
  if (texts.datacloud === undefined) await expect(page.getByText(made.name)).toHaveCount(0);
  else await expect(row).toContainText(texts.datacloud);
  await page.goto('/dataclouds');
  const tile = page.getByRole('article', { name: made.name });
  if (texts.datacloud === undefined) await expect(tile).toHaveCount(0);
  else await expect(tile).toContainText(texts.datacloud);
  await page.getByRole('button', { name: /otification/ }).click();
  const groups = page.getByRole('dialog').getByRole('region');
  await expect(groups.first()).toBeVisible();
  const ofContract = groups.filter({ has: page.getByText(contract.id) });
  // Contracts with newer notifications come first.
  while ((await ofContract.count()) === 0)
    await page.getByRole('dialog').getByRole('button', { name: 'Next page' }).click();
  const notifications = ofContract.getByRole('listitem');
  await expect(notifications.filter({ hasText: texts.bell })).toHaveCount(1);
  await page.keyboard.press('Escape');
}

test('a customer who never pays reads the same state everywhere, from extension to destruction and after reopening', async ({
  page,
  signInAs,
}) => {
  test.slow();
  await signInAs('admin');
  const payer = await latePayer(page, 'never_pays');
  const { extensionPeriodEnd, suspensionPeriodEnd, backupPeriodEnd } = payer;
  const at = async (instant: Date) => {
    await moveClockTo(instant);
    await signInAs('admin');
  };
  const runs = { banner: 'Extension period', datacloud: 'Running', bell: 'will be suspended unless you pay' };
  await shows(page, payer, runs);
  await at(later(extensionPeriodEnd, -1_000));
  await shows(page, payer, runs);
  await at(later(extensionPeriodEnd, 0));
  await shows(page, payer, { banner: 'Suspension period', datacloud: 'Paused', bell: 'Your account is suspended' });
  await at(later(suspensionPeriodEnd, 0));
  await shows(page, payer, { banner: 'Backup period', datacloud: 'Paused', bell: 'Your data is archived' });
  await at(later(backupPeriodEnd, 0));
  await shows(page, payer, { bell: 'Your data is being deleted' });

  const params = { id: payer.contract.id };
  await callInternally(accountPeriods.reopen, { params, body: { reason: 'Pays from now on' } });
  await depositCash(payer.contract, '100000');
  await callAs(page.request, dataclouds.create, { body: payer.made });
  await moveClockTo(new Date((await serverNow()).getTime() + 60_000));
  await shows(page, payer, { datacloud: 'Running', bell: 'good standing again' });
});

test('a payment during suspension makes the data cloud run again within a minute', async ({ page, signInAs }) => {
  test.slow();
  await signInAs('admin');
  const payer = await latePayer(page, 'pays_late');
  await moveClockTo(later(payer.extensionPeriodEnd, 0));
  await signInAs('admin');
  await shows(page, payer, { banner: 'Suspension period', datacloud: 'Paused', bell: 'Your account is suspended' });
  await depositCash(payer.contract, '100000');
  await moveClockTo(new Date((await serverNow()).getTime() + 60_000));
  await shows(page, payer, { datacloud: 'Running', bell: 'good standing again' });
});
