import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderWithRoutes } from '../testing/render-with-routes.tsx';
import { changeLocale } from '../ui/format/locale.ts';
import { PublicFrame } from './public-frame.tsx';

afterEach(async () => {
  changeLocale('en');
  await page.viewport(1280, 800);
});

it.each([1280, 320])('lets visitors who are not signed in change the language, %i pixels wide', async (width) => {
  await page.viewport(width, 800);
  renderWithRoutes(new QueryClient(), () => <PublicFrame>Welcome</PublicFrame>);
  await userEvent.click(page.getByRole('button', { name: '中文' }));
  expect(document.documentElement.lang).toBe('zh');
  await expect.element(page.getByRole('button', { name: 'English' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
