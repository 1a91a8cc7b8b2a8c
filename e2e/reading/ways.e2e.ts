import { companyContract } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';

test('short URLs lead to their pages', async ({ page, signInAs }) => {
  await signInAs('admin');
  const { id } = await companyContract(page.request);
  for (const [short, whole] of [
    ['/', '/dataclouds'],
    ['/home', '/dataclouds'],
    [`/contracts/${id}`, `/contracts/${id}/overview`],
    [`/billing-center/${id}`, `/billing-center/${id}/income-expense`],
  ] as const) {
    // A short URL keeps its query and anchor, also after sign-in.
    await page.goto(`${short}?checkVersion=true#main`);
    await expect(page).toHaveURL(`${whole}?checkVersion=true#main`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test.describe('a list with two views', () => {
  test.use({ refusals: [401] });

  test('the chosen view of a list stays in its tab until sign-out', async ({ page, signInAs }) => {
    const list = page.getByRole('table', { name: 'Data clouds' });
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await signInAs('admin');
    await page.goto('/dataclouds');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.getByText('Table', { exact: true }).click();
    await expect(list).toBeVisible();
    await navigation.getByRole('link', { name: 'Contracts' }).click();
    await expect(page).toHaveURL('/contracts');
    await navigation.getByRole('link', { name: 'Data clouds' }).click();
    await expect(list).toBeVisible();
    await page.goto('/logout');
    await expect(page).toHaveURL('/signin');
    await signInAs('admin');
    await page.goto('/dataclouds');
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(list).toHaveCount(0);
  });
});

test('the form of a new data cloud leads back to the previous page, or to the list', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/create-datacloud');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/dataclouds');
  await page.goto('/contracts');
  await page.getByRole('link', { name: 'Create data cloud' }).first().click();
  await expect(page).toHaveURL(/\/create-datacloud\?contract=/);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/contracts');
});

test('a statement leads to the costs of its month', async ({ page, signInAs }) => {
  await signInAs('admin');
  const { id } = await companyContract(page.request);
  await page.goto(`/billing-center/${id}/statements`);
  await page.getByRole('table', { name: 'Statements' }).getByRole('link', { name: 'August 2026', exact: true }).click();
  await page.getByRole('main').getByRole('link', { name: 'Cost analysis' }).click();
  await expect(page.getByRole('main')).toContainText('Consumption, Aug 1 – 31, 2026');
});

test.describe('the choices of a filter', () => {
  test.use({ refusals: [403] });

  test('stay empty if they fail to load: that is logged, and the page shows no error', async ({ page, signInAs }) => {
    await signInAs('admin');
    const { id } = await companyContract(page.request);
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('ApiError: '));
    await page.route('**/purchases/distinct-fields**', (route) => route.fulfill({ status: 403, json: {} }));
    await page.goto(`/billing-center/${id}/cost-analysis`);
    expect((await logged).type()).toBe('warning');
    await expect(page.getByRole('figure', { name: 'By product', exact: true })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test('a change of language translates every word, regions too, and focuses the page’s heading', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin');
  await page.goto('/dataclouds?view=table');
  await expect(page.getByRole('cell', { name: 'US East (N. Virginia)' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Account of Ada Marlowe' }).press('Enter');
  await page.getByRole('menuitem', { name: '中文' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: '数据云' })).toBeFocused();
  const regions = page.getByRole('table').locator('tbody tr td:nth-child(6)');
  await expect(regions).toHaveCount(7);
  for (const region of await regions.allTextContents()) expect(region).not.toMatch(/[A-Za-z]/);
});
