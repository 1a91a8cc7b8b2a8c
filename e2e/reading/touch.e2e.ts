import { companyContract } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('tapping a bar shows its figures and stays on the page; a second tap opens the day', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin');
  const { id } = await companyContract(page.request);
  await page.goto(`/billing-center/${id}/cost-analysis`);
  const chart = page.getByRole('application', { name: 'Cost by product' });
  await chart.scrollIntoViewIfNeeded();
  const at = { position: { x: 120, y: 120 } };
  const y = await page.evaluate('scrollY');
  await chart.tap(at);
  await expect(chart).toContainText('Total');
  await expect(page).not.toHaveURL(/day=/);
  expect(await page.evaluate('scrollY')).toBe(y);
  await chart.tap(at);
  await expect(page).toHaveURL(/day=2026-/);
});

test('tapping the running total shows its amount so far', async ({ page, signInAs }) => {
  await signInAs('admin');
  const { id } = await companyContract(page.request);
  await page.goto(`/billing-center/${id}/cost-analysis`);
  const chart = page.getByRole('application', { name: 'Cumulative consumption' });
  await chart.scrollIntoViewIfNeeded();
  await chart.tap({ position: { x: 120, y: 120 } });
  await expect(chart).toContainText('So far');
});
