import type { Page } from '@playwright/test';
import { expect } from './test.ts';

export type Theme = 'dark' | 'light';

/** Acts as if the person had chosen the theme in another tab. */
export async function turnTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(`{
    const [key, newValue, storageArea] = ['mantine-color-scheme-value', '${theme}', localStorage];
    storageArea.setItem(key, newValue);
    dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea }));
  }`);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
}
