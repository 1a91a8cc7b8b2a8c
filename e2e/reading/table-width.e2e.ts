import { companyContract } from '../support/demo.ts';
import { shown } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

// The usual laptop, with the sidebar open.
test.use({ viewport: { width: 1280, height: 800 } });

for (const locale of ['en', 'zh']) {
  test(`contracts and data clouds show their last column without scrolling sideways (${locale})`, async ({
    page,
    signInAs,
  }) => {
    await signInAs('admin');
    const { id } = await companyContract(page.request);
    await page.addInitScript((chosen) => localStorage.setItem('usance.locale', chosen), locale);
    for (const path of ['/contracts?view=table', '/dataclouds?view=table', `/contracts/${id}/dataclouds`]) {
      await page.goto(path);
      await shown(page);
      await expect(page.getByRole('table').locator('tbody td').first()).toBeVisible();
      await expect(page.locator('[data-overflows]')).toHaveCount(0);
      const cut = page.getByRole('table').locator('td[data-gives] > span').first();
      await expect(cut).toHaveAttribute('title', (await cut.textContent()) ?? '');
    }
  });
}
