import { expect, test } from '../support/test.ts';

test('a person crops a portrait with the keyboard, sees it in the header, and removes it', async ({
  page,
  signInAs,
}) => {
  await signInAs('new');
  await page.goto('/account');
  const file = {
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await page.screenshot({ type: 'png', clip: { x: 0, y: 0, width: 600, height: 300 } }),
  };
  await page.locator('input[type=file]').setInputFiles(file);
  const dialog = page.getByRole('dialog', { name: 'Crop your picture' });
  await dialog.getByRole('group', { name: 'Crop your picture' }).focus();
  await page.keyboard.press('ArrowRight');
  await dialog.getByRole('slider', { name: 'Zoom' }).press('ArrowRight');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Upload successfully')).toBeVisible();
  const button = page.getByRole('button', { name: /^Account of/ });
  const seen = () => button.locator('img').evaluate((image) => Reflect.get(image, 'naturalWidth'));
  await expect.poll(seen).toBe(256);
  await page.reload();
  await expect.poll(seen).toBe(256);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Delete successfully')).toBeVisible();
  await expect(button.locator('img')).toHaveCount(0);
});
