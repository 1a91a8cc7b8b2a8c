import { companyContract } from '../support/demo.ts';
import { shown } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

test('the palette finds a statement by its month, opens it, and names its heading', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/dataclouds');
  await shown(page);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search and commands' });
  await expect(field).toBeFocused();
  await field.fill('august 2026');
  const options = page.getByRole('option');
  await expect(options).toHaveText([/^Statement of August 2026/]);
  await expect(field).toHaveAttribute('aria-activedescendant', (await options.getAttribute('id')) ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/billing-center\/ct-\w+\/statements\/stm-/);
  await expect(page.getByRole('heading', { level: 1, name: 'Statement of August 2026' })).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the palette is walked by arrows, and Escape gives the focus back', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/contracts');
  await shown(page);
  const search = page.getByRole('button', { name: 'Search' });
  await search.press('Enter');
  const chosen = page.getByRole('option', { selected: true });
  await expect(chosen).toHaveText(/^Overview/);
  // Keys count although the field does not have the focus, as while the palette opens.
  const field = page.getByRole('combobox', { name: 'Search and commands' });
  await expect(field).toBeFocused();
  await field.blur();
  await page.keyboard.press('ArrowDown');
  await expect(chosen).toHaveText(/^Statements/);
  await field.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(chosen).toHaveText('Sign out');
  await page.keyboard.type('nothing of this kind');
  await expect(page.getByRole('status').filter({ hasText: 'Nothing found' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(search).toBeFocused();
});

test('the palette acts: it changes the language of the page', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/contracts');
  await shown(page);
  await page.keyboard.press('Control+k');
  // Keys count although the field does not have the focus, as while the palette opens.
  const field = page.getByRole('combobox', { name: 'Search and commands' });
  await expect(field).toBeFocused();
  await field.blur();
  await page.keyboard.type('language');
  await expect(page.getByRole('option')).toHaveText(['中文']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: '合同' })).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('letters lead to the pages of the last contract, but not while typing or in a dialog', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin');
  const { id } = await companyContract(page.request);
  await page.goto(`/contracts/${id}/overview`);
  await shown(page);
  for (const [letter, path] of [
    ['s', `/billing-center/${id}/statements`],
    ['d', '/dataclouds'],
    ['c', `/billing-center/${id}/cost-analysis`],
    ['p', `/contracts/${id}/payment-methods`],
  ] as const) {
    await page.keyboard.press('g');
    await page.keyboard.press(letter);
    await expect(page).toHaveURL(new RegExp(`${path}(\\?|$)`));
    await shown(page);
  }
  await page.keyboard.press('Shift+?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.goto('/create-datacloud');
  await shown(page);
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('');
  await page.keyboard.type('gc?');
  await expect(name).toHaveValue('gc?');
  await expect(page).toHaveURL('/create-datacloud');
  await expect(sheet).toHaveCount(0);
});

test('shortcuts of letters can be turned off, and stay off after a reload', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/contracts');
  await shown(page);
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.keyboard.press('Shift+?');
  await sheet.getByRole('checkbox').uncheck();
  await page.reload();
  await shown(page);
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.keyboard.press('Shift+?');
  // The palette still opens, and leads back to the switch.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('shortcuts');
  await expect(page.getByRole('option')).toHaveText([/^Keyboard shortcuts/]);
  await expect(page).toHaveURL('/contracts');
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('checkbox')).not.toBeChecked();
  await sheet.getByRole('checkbox').check();
});

test('a reader without bills is led to none', async ({ page, signInAs }) => {
  await signInAs('viewer');
  await page.goto('/dataclouds');
  await shown(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(page.getByRole('option', { name: 'Statements' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page).toHaveURL('/contracts');
});
