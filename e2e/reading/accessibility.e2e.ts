import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { type Screen, screens, shown } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { type Theme, turnTheme } from '../support/theme.ts';
import { type Locale, type Words, wordsOf } from '../support/words.ts';

interface Overlay {
  readonly name: string;
  readonly over: string;
  open(page: Page, words: Words): Promise<void>;
}

/** The dialogs and menus that open over a screen, with the control that opens each. */
const overlays: readonly Overlay[] = [
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
      // The table of changes has the same choice.
      await page
        .getByRole('button', { name: words('ui_columns'), exact: true })
        .first()
        .click();
      await expect(page.getByRole('dialog', { name: words('ui_columns') })).toBeVisible();
    },
  },
  {
    name: 'filter',
    over: 'cost analysis',
    open: async (page, words) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: words('purchase_add_filter'), exact: true }).click();
      const filters = page.getByRole('dialog', { name: words('purchase_filter_by') });
      await filters.getByRole('button', { name: words('purchase_region'), exact: true }).click();
      await filters.getByRole('combobox', { name: words('purchase_region') }).click();
      await expect(page.getByRole('listbox')).toBeVisible();
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
  {
    name: 'palette',
    over: 'roles',
    open: async (page, words) => {
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('combobox', { name: words('palette_title') })).toBeFocused();
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'keys',
    over: 'contracts',
    open: async (page, words) => {
      await page.keyboard.press('Shift+?');
      await expect(page.getByRole('dialog', { name: words('keys_title') })).toBeVisible();
    },
  },
  {
    name: 'months',
    over: 'statements',
    open: async (page, words) => {
      await page.getByLabel(words('statement_month'), { exact: true }).click();
      await expect(page.getByRole('dialog', { name: words('statement_month') })).toBeVisible();
    },
  },
  {
    name: 'list of types',
    over: 'billing overview',
    open: async (page, words) => {
      await page
        .getByRole('combobox', { name: words('ui_type') })
        .first()
        .click();
      await expect(page.getByRole('listbox')).toBeVisible();
    },
  },
  {
    name: 'legal entity dialog',
    over: 'contract overview',
    open: async (page, words) => {
      await page.getByRole('button', { name: words('kyc_info_edit'), exact: true }).click();
      await expect(
        page.getByRole('dialog').getByRole('textbox', { name: words('kyc_info_registered_address') }),
      ).toBeVisible();
    },
  },
  {
    name: 'question before a data cloud is deleted',
    over: 'data clouds as tiles',
    open: async (page, words) => {
      await page.keyboard.press('Escape');
      await page
        .getByRole('button', { name: new RegExp(words('datacloud_actions_of').replace('{name}', '.+')) })
        .first()
        .click();
      await page.getByRole('menuitem', { name: words('datacloud_delete'), exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'list of regions',
    over: 'create data cloud',
    open: async (page, words) => {
      await page.getByRole('combobox', { name: words('datacloud_region') }).click();
      await expect(page.getByRole('listbox')).toBeVisible();
    },
  },
];

for (const screen of screens) {
  test.describe(screen.name, () => {
    test.use({ refusals: screen.refusals });
    // Four checks of the screen, and four more with its overlays.
    test.setTimeout(90_000);
    test('passes axe in each language and theme', async ({ page, signInAs }) => {
      await screen.open(page, signInAs);
      await look(page, screen, 'en', ['dark', 'light']);
      await page.evaluate("localStorage.setItem('usance.locale', 'zh')");
      await page.reload({ waitUntil: 'networkidle' });
      await shown(page);
      await look(page, screen, 'zh', ['light', 'dark']);
    });
  });
}

/** Checks one language: the screen in both themes, then with each of its overlays open. */
async function look(page: Page, screen: Screen, locale: Locale, [first, other]: readonly [Theme, Theme]) {
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${locale}`));
  const inBoth = async (what: string, themes: readonly Theme[]) => {
    for (const theme of themes) {
      await turnTheme(page, theme);
      expect.soft(await violations(page), `${what}, ${theme}, ${locale}`).toEqual([]);
    }
  };
  await inBoth(screen.name, [first, other]);
  for (const overlay of overlays.filter(({ over }) => over === screen.name)) {
    await turnTheme(page, first);
    await overlay.open(page, wordsOf(locale));
    await inBoth(overlay.name, [first, other]);
  }
}
