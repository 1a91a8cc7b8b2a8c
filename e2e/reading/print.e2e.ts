import type { Page } from '@playwright/test';
import { statements } from '@usance/api/billing/statement';
import { callAs } from '../support/calls.ts';
import { companyContract, newestStatement } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';

// The width of an A4 sheet between its margins.
test.use({ viewport: { width: 688, height: 972 } });

for (const scheme of ['dark', 'light']) {
  test(`a statement prints whole from the ${scheme} theme`, async ({ page, signInAs }) => {
    await page.addInitScript(`localStorage.setItem('mantine-color-scheme-value', '${scheme}')`);
    await signInAs('admin');
    const { id } = await companyContract(page.request);
    const { id: statementID } = await newestStatement(page.request, id);
    const statement = await callAs(page.request, statements.get, { params: { id, statementID } });
    const lines = statement.statementData.skuAndAmounts.length;
    expect(lines).toBeGreaterThan(10);
    await page.goto(`/billing-center/${id}/statements/${statementID}`);
    const table = page.getByRole('table', { name: 'By billing item' });
    await expect(table.locator('tbody tr')).toHaveCount(10);

    await toPaper(page);
    await expect(table.locator('tbody tr')).toHaveCount(lines);
    expect(await colourOf(page, 'body', 'background-color')).toBe('rgb(255, 255, 255)');
    expect(await colourOf(page, 'h1', 'color')).toBe('rgb(0, 0, 0)');
    expect(await wayOf(page, 'thead')).toBe('table-header-group');
    expect(await wayOf(page, 'tfoot')).toBe('table-row-group');
    await expect(table.getByRole('button')).toHaveCount(0);
    expect(await cutTables(page)).toEqual([]);
    const foot = await footOf(page);
    for (const part of [statement.digest, statementID, 'days in UTC', 'Page " counter(page) " of " counter(pages)'])
      expect(foot).toContain(part);

    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    await expect(table.locator('tbody tr')).toHaveCount(10);
  });
}

test('cost analysis prints its filters, and every column whole', async ({ page, signInAs }) => {
  await signInAs('admin');
  const { id } = await companyContract(page.request);
  await page.goto(`/billing-center/${id}/cost-analysis?cloud=["aws"]&nonzero=true&view=rows`);
  await expect(page.getByRole('table', { name: 'Usage details' }).getByRole('row')).toHaveCount(11);
  await toPaper(page);
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await expect(page.getByRole('search')).toContainText('Cloud AWS');
  await expect(page.getByRole('search')).toContainText('Amount not 0');
  expect(await cutTables(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(688);
  expect(await footOf(page)).toContain('Days in UTC');
});

async function toPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
}

const styleOf = (page: Page, selector: string, property: string) =>
  page.evaluate(`getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${property}')`);
const colourOf = styleOf;
const wayOf = (page: Page, part: string) => styleOf(page, `table:has(caption) ${part}`, 'display');

/** Returns the captions of the tables that are wider than the sheet. */
const cutTables = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('table')]
    .filter((table) => table.getBoundingClientRect().right > innerWidth + 0.5)
    .map((table) => table.caption?.textContent)`);

/** Returns the footer of every printed page. */
const footOf = (page: Page) =>
  page.evaluate(`[...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSPageRule).map((rule) => rule.cssText).join(' ')`);
