import { companyContract, credentialsOf, depositCash, moveClockTo, newestStatement } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';

test.use({ refusals: [401] });

test('an admin finds and approves the newest statement, and it is deducted after its due day', async ({
  page,
  signInAs,
}) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Email' }).fill(credentialsOf('admin').identifier);
  await page.getByLabel('Password', { exact: true }).fill(credentialsOf('admin').password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Data clouds' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(7);

  // After sign-in, those who may upgrade are offered the upgrade; this test declines.
  const upgrade = page.getByRole('dialog', { name: 'Upgrade billing version' });
  await upgrade.getByRole('button', { name: 'Cancel' }).click();
  await expect(upgrade).toBeHidden();

  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: 'Contracts' }).click();
  const company = page.getByRole('article', { name: 'Northwind Retail' });
  await company.getByRole('link', { name: 'Billing center' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await navigation.getByRole('link', { name: 'Statements' }).click();

  const statements = page.getByRole('table', { name: 'Statements' });
  const newest = statements.getByRole('row').nth(1);
  await expect(newest).toContainText('September 2026');
  await expect(newest).toContainText('Unconfirmed');
  await newest.getByRole('link', { name: 'September 2026' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Statement of September 2026' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Unconfirmed');

  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  await approve.click();
  const dialog = page.getByRole('dialog', { name: 'Approve the statement of September 2026' });
  await expect(dialog).toContainText('Northwind Retail');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(approve).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('The statement of September 2026 is approved.')).toBeVisible();
  await expect(approve).toBeDisabled();
  await expect(page.getByRole('heading', { level: 1, name: 'Statement of September 2026' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeEnabled();
  await expect(page.getByRole('main')).not.toContainText('Unconfirmed');

  const contract = await companyContract(page.request);
  const statement = await newestStatement(page.request, contract.id);
  await depositCash(contract, statement.payableAmount);
  const afterDueDay = new Date(Date.parse(`${statement.dueDate}T00:00:00Z`) + 24 * 3_600_000);
  await moveClockTo(afterDueDay);
  await page.clock.setFixedTime(afterDueDay);

  // Weeks have passed, so the session has ended.
  await signInAs('admin');
  await page.reload();
  await expect(page.getByRole('main')).toContainText('Fully settled');

  await navigation.getByRole('list', { name: 'Billing center' }).getByRole('link', { name: 'Overview' }).click();
  const cash = page.getByRole('table', { name: 'Cash details' });
  const deduction = cash
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: 'Statement of September 2026' }) });
  await expect(deduction).toContainText('Deduction');
  await expect(deduction.locator(`[title="-${statement.payableAmount}"]`)).toBeVisible();
  await deduction.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Statement of September 2026' })).toBeVisible();
});
