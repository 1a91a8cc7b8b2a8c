import type { Page, Route } from '@playwright/test';
import { companyContract } from '../support/demo.ts';
import { shown } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

// The longest allowed names. A cut name has its full text in its title.
const longest = { tags: 'n'.repeat(200), name: 'd'.repeat(64), contractTags: 'n'.repeat(200) };
const longTags = [{ key: 'k'.repeat(64), value: 'v'.repeat(256) }];
const creator = `${'somebody.with.a.long.name'.repeat(2)}@subsidiary.example.com`;

/** Common laptop widths, with the sidebar open; the last column holds the actions. */
for (const width of [1280, 1440])
  for (const locale of ['en', 'zh'])
    test.describe(`${width} pixels (${locale})`, () => {
      test.use({ viewport: { width, height: 800 } });
      test.beforeEach(async ({ page, signInAs }) => {
        await signInAs('admin');
        await page.addInitScript((chosen) => localStorage.setItem('usance.locale', chosen), locale);
      });

      test('show every column of a table without scrolling sideways', async ({ page }) => {
        // It opens nine pages.
        test.slow();
        const { id } = await companyContract(page.request);
        for (const path of [
          '/contracts?view=table',
          '/dataclouds?view=table',
          `/contracts/${id}/dataclouds`,
          `/contracts/${id}/audit`,
          `/billing-center/${id}/statements`,
          `/billing-center/${id}/vouchers`,
          `/billing-center/${id}/private-offers`,
          `/billing-center/${id}/income-expense`,
          `/billing-center/${id}/cost-analysis`,
        ]) {
          await page.goto(path);
          await showsAllColumns(page);
        }
      });

      test('cut long names, so that the actions stay visible', async ({ page }) => {
        const { id } = await companyContract(page.request);
        await page.route(/\/api\/v1\/(contracts|dataclouds)\?/, lengthen);
        for (const path of ['/contracts?view=table', '/dataclouds?view=table', `/contracts/${id}/dataclouds`]) {
          await page.goto(path);
          await showsAllColumns(page);
          const cut = page.locator('tbody [data-gives] [title]').first();
          await expect(cut).toHaveAttribute('title', (await cut.textContent()) ?? '');
        }
      });
    });

test.describe('a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('shows the actions of a data cloud', async ({ page, signInAs }) => {
    await signInAs('admin');
    const { id } = await companyContract(page.request);
    for (const path of ['/dataclouds?view=table', `/contracts/${id}/dataclouds`]) {
      await page.goto(path);
      await shown(page);
      await expect(page.getByRole('button', { name: /^Actions of / }).first()).toBeVisible();
      await expect(page.getByText('Europe (Frankfurt)')).toBeVisible();
    }
  });
});

async function showsAllColumns(page: Page): Promise<void> {
  await shown(page);
  await expect(page.getByRole('table').last().locator('tbody td').first()).toBeVisible();
  await expect(page.locator('[data-overflows]')).toHaveCount(0);
}

async function lengthen(route: Route): Promise<void> {
  const reply = await route.fetch();
  const page: { items: { tags: unknown }[] } = await reply.json();
  const items = page.items.map((item) => ({
    ...item,
    ...longest,
    // A contract's is its name.
    tags: Array.isArray(item.tags) ? longTags : longest.tags,
    creator,
    buyerName: longest.tags,
  }));
  await route.fulfill({ response: reply, json: { ...page, items } });
}
