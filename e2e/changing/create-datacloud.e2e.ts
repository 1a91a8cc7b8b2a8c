import { expect, test } from '../support/test.ts';

test('a builder creates a data cloud, after an error about its name', async ({ page, signInAs }) => {
  await signInAs('builder');
  await page.goto('/dataclouds');
  await page.getByRole('link', { name: 'Create data cloud' }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveValue(/^dc_\d+$/);
  await expect(page.getByRole('combobox', { name: 'Cloud region' })).not.toHaveValue('');

  await name.fill('1 cloud');
  await page.getByRole('button', { name: 'Create data cloud' }).click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveAccessibleDescription(/letter/);

  await name.fill('autumn_trial');
  await page.getByRole('button', { name: 'Create data cloud' }).click();
  await expect(page).toHaveURL(/\/dataclouds/);
  await expect(page.getByText('Data Cloud Created Successfully')).toBeVisible();
  await expect(page.getByRole('article', { name: 'autumn_trial' })).toBeVisible();
});
