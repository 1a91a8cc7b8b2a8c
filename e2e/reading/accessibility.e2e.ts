import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { screens } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { type Locale, type Words, wordsOf } from '../support/words.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What opens over a screen, with the control that opens it. */
const overlays: readonly { name: string; over: string; open(page: Page, words: Words): Promise<void> }[] = [
  {
    name: 'approve dialog',
    over: 'statement',
    open: async (page, words) => {
      await page.getByRole('button', { name: words('statement_approve'), exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'column picker',
    over: 'cost analysis',
    open: async (page, words) => {
      await page.getByRole('button', { name: words('ui_columns'), exact: true }).click();
      await expect(page.getByRole('dialog', { name: words('ui_columns') })).toBeVisible();
    },
  },
  {
    name: 'avatar menu',
    over: 'data clouds as tiles',
    open: async (page, words) => {
      await page.getByRole('button', { name: words('shell_account_menu').replace('{name}', 'Ada Marlowe') }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
];

for (const scheme of ['dark', 'light']) {
  for (const locale of ['en', 'zh'] as const) {
    test.describe(`${scheme}, ${locale}`, () => {
      test.beforeEach(({ page }) => prefer(page, scheme, locale));
      for (const screen of screens) {
        test.describe(screen.name, () => {
          test.use({ refusals: screen.refusals });
          test('shows nothing that axe objects to', async ({ page, signInAs }) => {
            await screen.open(page, signInAs);
            expect(await violations(page)).toEqual([]);
          });
          for (const overlay of overlays.filter(({ over }) => over === screen.name)) {
            test(`shows nothing that axe objects to with the ${overlay.name} open`, async ({ page, signInAs }) => {
              await screen.open(page, signInAs);
              await overlay.open(page, wordsOf(locale));
              expect(await violations(page)).toEqual([]);
            });
          }
        });
      }
    });
  }
}

async function prefer(page: Page, scheme: string, locale: Locale): Promise<void> {
  await page.addInitScript(`localStorage.setItem('mantine-color-scheme-value', '${scheme}');
    localStorage.setItem('usance.locale', '${locale}');`);
}

/** One line a violated rule and place. */
async function violations(page: Page): Promise<string[]> {
  const result = await new AxeBuilder({ page }).withTags(rules).analyze();
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.replaceAll(/\s+/g, ' ')}`),
  );
}
