import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { profilePage } from './profile.fixture.tsx';
import { profileQueries } from './profile.queries.ts';

const { box, button, fetch, show } = profilePage;

describe('the dialogs', () => {
  it.each([
    ['Change phone', 'New phone number'],
    ['Change password', 'Verification code'],
  ])('that «%s» opens focus «%s», and return the focus when a button closes them', async (opener, first) => {
    show();
    await userEvent.click(button(opener));
    await expect.element(box(first)).toHaveFocus();
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }));
    await expect.element(button(opener)).toHaveFocus();
    expect(fetch).not.toHaveBeenCalled();
  });
});

it('fits 320 pixels with the longest e-mail and names', async () => {
  await page.viewport(320, 800);
  const long = 'n'.repeat(100);
  const client = show({ traits: { fullName: long, company: long, position: long, phone: '13912345678' } });
  const profile = client.getQueryData(profileQueries.own().queryKey);
  if (profile)
    client.setQueryData(profileQueries.own().queryKey, { ...profile, identifier: `${'e'.repeat(240)}@a.example` });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(page.getByText(/^e{240}@/)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await userEvent.click(button('Change password'));
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  expect(dialog.element().scrollWidth).toBeLessThanOrEqual(dialog.element().clientWidth);
});
