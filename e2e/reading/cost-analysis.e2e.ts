import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { purchases } from '@usance/api/billing/purchase';
import { formatMoney } from '@usance/money/display';
import { callAs } from '../support/calls.ts';
import { companyContract, type Person } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';

test('choosing a product in the chart narrows the page, and a reload keeps it', async ({ page, signInAs }) => {
  await openCosts(page, signInAs, '');
  const shares = page.getByRole('figure', { name: 'By product', exact: true });
  const whole = await totalOn(page);
  const product = shares.getByRole('row').nth(1).getByRole('button');
  const name = (await product.textContent()) ?? '';
  await product.click();
  const chip = page.getByRole('search').getByRole('button', { name: `Product ${name}, remove filter` });
  await expect(chip).toBeVisible();
  await expect(page).toHaveURL(/[?&]product=/);
  await expect.poll(() => totalOn(page)).not.toBe(whole);
  const narrowed = await totalOn(page);
  await page.reload();
  await expect(chip).toBeVisible();
  await expect.poll(() => totalOn(page)).toBe(narrowed);
  await chip.click();
  await expect(page).not.toHaveURL(/product=/);
  await expect.poll(() => totalOn(page)).toBe(whole);
});

test('each filter of a link is applied and shown', async ({ page, signInAs }) => {
  await openCosts(page, signInAs, '?cloud=["aws"]&edition=["ENTERPRISE"]&nonzero=true&groupBy=region');
  const filters = page.getByRole('search').getByRole('list', { name: 'Filters' });
  await expect(filters.getByRole('button', { name: 'Cloud AWS, remove filter' })).toBeVisible();
  await expect(filters.getByRole('button', { name: 'Edition Commercial, remove filter' })).toBeVisible();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByRole('checkbox', { name: 'Remove values of 0' })).toBeChecked();
  await page.keyboard.press('Escape');
  await filters.getByRole('button', { name: 'Clear all' }).click();
  await expect(filters).toBeHidden();
});

test('a page of the table holds as many rows as the reader chose, and a reload keeps it', async ({
  page,
  signInAs,
}) => {
  await openCosts(page, signInAs, '?view=rows');
  const table = page.getByRole('table', { name: 'Usage details' });
  const size = page.getByRole('combobox', { name: 'Rows per page' });
  await expect(size.getByRole('option')).toHaveText(['10', '25', '50', '100']);
  await expect(table.locator('tbody tr')).toHaveCount(10);
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await size.selectOption('25');
  await expect(page).toHaveURL(/[?&]size=25/);
  await expect(page).not.toHaveURL(/[?&]page=/);
  await expect(table.locator('tbody tr')).toHaveCount(25);
  await page.reload();
  await expect(table.locator('tbody tr')).toHaveCount(25);
  await expect(size).toHaveValue('25');
});

test('a range without a last day ends now', async ({ page, signInAs }) => {
  await openCosts(page, signInAs, '?range=2026-10-01..2026-10-05');
  const closed = await totalOn(page);
  const last = page.getByRole('button', { name: 'To', exact: true });
  await page.getByRole('button', { name: 'Clear To' }).click();
  await expect(page).toHaveURL(/range=2026-10-01\.\.(&|$)/);
  await expect(last).toHaveText('Till Now');
  await expect.poll(() => totalOn(page)).not.toBe(closed);
});

test('the downloaded file adds up to the amount on the screen', async ({ page, signInAs }) => {
  await openCosts(page, signInAs, '?cloud=["azure"]');
  await page.getByText('All rows', { exact: true }).click();
  const shown = await totalOn(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  expect(cents(sumOfAmounts(readFileSync(await download.path(), 'utf8')))).toBe(cents(unitsOf(shown)));
});

test('the headline compares the fully metered days with as many days before', async ({ page, signInAs }) => {
  await openCosts(page, signInAs, '');
  const { id } = await companyContract(page.request);
  const figures = page.getByRole('main').locator('[data-figures] [title]');
  const daysFrom = async (start: string) => {
    const query = { start: Date.parse(start), end: Date.parse('2026-10-15T00:00:00Z') };
    return (await callAs(page.request, purchases.dailyAcc, { params: { id }, query })).items;
  };
  const fortnight = (await daysFrom('2026-09-01T00:00:00Z'))[13];
  expect(fortnight?.day).toBe('2026-09-14');
  await expect(figures.nth(1)).toHaveAttribute('title', fortnight?.accAmount ?? '');
  const now = (await daysFrom('2026-10-01T00:00:00Z')).at(-1);
  const [before, after] = [unitsOf(fortnight?.accAmount ?? ''), unitsOf(now?.accAmount ?? '')];
  const moved =
    after > before ? `${percentOf(after - before, before)} more` : `${percentOf(before - after, before)} less`;
  const compared = formatMoney(now?.accAmount ?? '0', 'USD');
  await expect(page.getByRole('main')).toContainText(`Oct 1 – 14, 2026, ${compared}: ${moved} than Sep 1 – 14, 2026`);
});

test('the bar of an unfinished day does not look like a fall', async ({ page, signInAs }) => {
  await openCosts(page, signInAs, '');
  const daily = page.getByRole('figure', { name: 'Cost by product' });
  await expect(daily.getByText('So far')).toBeVisible();
  await openCosts(page, signInAs, '?range=last-month');
  await expect(daily).toBeVisible();
  await expect(daily.getByText('So far')).toHaveCount(0);
});

test('a year is not compared with a time before the contract', async ({ page, signInAs }) => {
  await openCosts(page, signInAs, '?range=last-12-months');
  const figures = page.getByRole('main').locator('[data-figures]');
  await expect(figures).toHaveCount(2);
  await expect(figures.first()).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/% (more|less) than/);
  await expect(page.getByRole('main')).not.toContainText(/Dotted|Dashed/);
});

test('the table of groups adds up to the amount of the page, and a group opens to its rows', async ({
  page,
  signInAs,
}) => {
  await openCosts(page, signInAs, '?range=last-month');
  const table = page.getByRole('table', { name: 'Groups' });
  const amounts = table.locator(':scope > tbody > tr > td:nth-child(2) [title]');
  await expect(amounts.first()).toBeVisible();
  const shown = await amounts.evaluateAll((cells) => cells.map((cell) => cell.getAttribute('title') ?? ''));
  const total = await totalOn(page);
  expect(shown.map(unitsOf).reduce((sum, amount) => sum + amount)).toBe(unitsOf(total));
  await expect(table.locator('tfoot [title]').first()).toHaveAttribute('title', total);
  const product = table.getByRole('rowheader', { name: 'Compute' }).getByRole('button');
  await product.click();
  await expect(product).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('table', { name: 'Usage details of Compute' }).locator('tbody tr')).toHaveCount(10);
  await page.reload();
  await expect(page.getByRole('table', { name: 'Usage details of Compute' })).toBeVisible();
});

test('groups are sorted by their sums, and a link keeps the order', async ({ page, signInAs }) => {
  await openCosts(page, signInAs, '?groupBy=object');
  const table = page.getByRole('table', { name: 'Groups' });
  const amounts = async () =>
    (
      await table
        .locator('tbody tr td:nth-child(2) [title]')
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('title') ?? ''))
    ).map(unitsOf);
  await expect.poll(async () => (await amounts()).length).toBeGreaterThan(2);
  const down = await amounts();
  expect(down).toEqual(down.toSorted((one, other) => (one > other ? -1 : 1)));
  await table.getByRole('button', { name: 'Amount (USD)' }).click();
  await expect(page).toHaveURL(/groupOrder=asc/);
  await page.reload();
  await expect.poll(async () => (await amounts())[0]).toBeLessThanOrEqual(down.at(-1) ?? 0n);
});

test('twelve months are twelve bars, and dragging over some zooms in', async ({ page, signInAs }) => {
  await openCosts(page, signInAs, '?range=last-12-months');
  const chart = page.getByRole('application', { name: 'Cost by product' });
  await expect(page.getByRole('radio', { name: 'Month' })).toBeChecked();
  await chart.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(chart.locator('..').getByRole('status')).toContainText('marked. Enter zooms in.');
  await page.keyboard.press('Escape');
  const box = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + box.width - 10, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 60, box.y + 100);
  await page.mouse.move(box.x + box.width - 110, box.y + 100);
  await page.mouse.up();
  await expect(page).toHaveURL(/range=2026-\d\d-01\.\./);
  await expect(page).not.toHaveURL(/day=/);
});

test('a filter is added by its name, and an object is found by its own', async ({ page, signInAs }) => {
  await openCosts(page, signInAs, '?groupBy=object');
  const first = page.getByRole('table', { name: 'Groups' }).getByRole('rowheader').first();
  const name = (await first.getByRole('button').getAttribute('title')) ?? '';
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('dialog', { name: 'Filter by' }).getByRole('button', { name: 'Object', exact: true }).click();
  await page.getByRole('combobox', { name: 'Object' }).fill(name.slice(0, 5).toUpperCase());
  await page.getByRole('option', { name }).first().click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/objectID=/);
  await expect(page.getByRole('table', { name: 'Groups' }).locator('tbody tr')).toHaveCount(1);
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`a screen of ${viewport.width} pixels`, () => {
    test.use({ viewport });
    test('shows the whole chart at first', async ({ page, signInAs }) => {
      await openCosts(page, signInAs, '');
      // Words are wider in the font that stands in, until the preloaded one has come.
      await page.evaluate(() => document.fonts.ready);
      const box = await page.getByRole('application', { name: 'Cost by product' }).boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    });
  });
}

async function openCosts(page: Page, signInAs: (person: Person) => Promise<void>, search: string): Promise<void> {
  await signInAs('admin');
  const { id } = await companyContract(page.request);
  await page.goto(`/billing-center/${id}/cost-analysis${search}`);
  await expect(page.getByRole('figure', { name: 'By product', exact: true })).toBeVisible();
}

/** Reads the exact total of the page, as a decimal. */
async function totalOn(page: Page): Promise<string> {
  const figure = page.getByRole('main').locator('[data-figures]').first().locator('[title]');
  return (await figure.getAttribute('title')) ?? '';
}

/** Sums the column "Amount" of a CSV file, in units of 1e-12. */
function sumOfAmounts(csv: string): bigint {
  const [header = '', ...lines] = csv
    .replace(/^\ufeff/, '')
    .trim()
    .split(/\r?\n/);
  const at = fieldsOf(header).indexOf('Amount');
  expect(at, header).toBeGreaterThan(-1);
  return lines.reduce((sum, line) => sum + unitsOf(fieldsOf(line)[at] ?? ''), 0n);
}

function fieldsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

function unitsOf(decimal: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,12}))?$/.exec(decimal);
  if (match === null) throw new Error(`Not an amount: ${decimal}`);
  const [, sign, whole = '0', fraction = ''] = match;
  const units = BigInt(whole) * 1_000_000_000_000n + BigInt(fraction.padEnd(12, '0'));
  return sign === '-' ? -units : units;
}

/** Rounds half up, like the console. */
const cents = (units: bigint) => (units + 5_000_000_000n) / 10_000_000_000n;

/** Rounds half up to a tenth of a percent. */
function percentOf(part: bigint, whole: bigint): string {
  const tenths = (2_000n * part + whole) / (2n * whole);
  return `${tenths / 10n}.${tenths % 10n}%`;
}
