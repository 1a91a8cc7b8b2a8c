import { QueryClient } from '@tanstack/react-query';
import type { StatementLine } from '@usance/api/billing/statement';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { copiedRows } from '../../testing/copied-rows.ts';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { SkuTable } from './sku-table.tsx';

beforeEach(() => page.viewport(1280, 800));

const storage: StatementLine = {
  lineNo: 0,
  product: 'Storage',
  type: 'Database',
  subType: 'hot',
  billingItem: 'storage',
  cloudProvider: 'aws',
  region: 'us-east-1',
  regionName: 'US East (N. Virginia)',
  edition: 'ENTERPRISE',
  consumption: '72000',
  consumptionUnit: 'GB-hour',
  quotedConsumptionFormatted: '= 100 GB-month',
  listPrice: '0.108',
  listPriceFormatted: '$0.10800000',
  priceUnit: 'GB-month',
  zhekou: '0.92',
  zhekouFormatted: '92%',
  offerId: null,
  adjustment: false,
  exactAmount: '9.936000000000',
  amount: '9.94',
  amountFormatted: '$9.94',
};
const statement = { contractId: 'ct-aaaaaaaaaaaa', id: 'stm-aaaaaaaaaaaa' };
const show = (rows: readonly StatementLine[], total: string) =>
  renderWithRoutes(new QueryClient(), () => (
    <SkuTable rows={rows} currency="USD" total={total} statement={statement} />
  ));
const { quotedConsumptionFormatted: _, ...sameUnit } = storage;
const wal = { ...sameUnit, subType: 'wal', consumption: '5', consumptionUnit: 'GB', priceUnit: 'GB', amount: '0.5' };

it('distinguishes lines of one billing item, names their region, and converts to the unit of the price', async () => {
  show([storage, wal], '10.44');
  const row = (kind: string) =>
    page.getByRole('row').filter({ has: page.getByRole('cell', { name: kind, exact: true }) });
  const place = 'AWS US East (N. Virginia)';
  const cells = (kind: string) => row(kind).getByRole('cell');
  await expect.element(cells('Database · hot').nth(1)).toHaveAccessibleName(place);
  await expect.element(cells('Database · hot').nth(2)).toHaveAccessibleName('72,000 GB-hour = 100 GB-month');
  await expect.element(cells('Database · hot').nth(3)).toHaveAccessibleName('$0.10800000 / GB-month');
  await expect.element(cells('Database · hot').nth(4)).toHaveAccessibleName('pay 92%');
  await expect.element(cells('Database · wal').nth(2)).toHaveAccessibleName('5 GB');
  await expect.element(page.getByText(place).first()).toHaveAttribute('title', 'us-east-1');
});

it('shows on a phone how the amount of a line is calculated, in the unit of its price', async () => {
  await page.viewport(390, 844);
  show([storage, wal], '10.44');
  const cell = (row: number, no: number) => page.getByRole('row').nth(row).getByRole('cell').nth(no);
  await expect.element(cell(1, 0)).toHaveAccessibleName('Database · hot · AWS US East (N. Virginia) · pay 92%');
  await expect.element(cell(1, 1)).toHaveAccessibleName('= 100 GB-month');
  await expect.element(cell(1, 2)).toHaveAccessibleName('× $0.10800000 / GB-month');
  await expect.element(cell(1, 3)).toHaveAccessibleName('$9.94');
  await expect.element(cell(2, 1)).toHaveAccessibleName('5 GB');
  const top = (no: number) => Math.round(cell(1, no).element().getBoundingClientRect().top);
  expect(top(2)).toBe(top(1));
  expect(top(0)).toBeGreaterThan(top(1));
});

it('leads from the amount of a line to its making, by an address that names the line', async () => {
  show([storage, { ...storage, lineNo: 7, subType: 'wal', amount: '0.5' }], '10.44');
  await expect
    .element(page.getByRole('link', { name: '$0.50' }))
    .toHaveAttribute('href', `/billing-center/${statement.contractId}/statements/${statement.id}?line=7`);
});

it.each([1280, 390])('is copied with the words of its screen and numbers to add up: %s pixels', async (width) => {
  await page.viewport(width, 844);
  show([{ ...storage, adjustment: true }], '9.94');
  const [head, line, total] = await copiedRows();
  const copied = Object.fromEntries((head ?? []).map((word, at) => [word, line?.[at]]));
  expect(copied['Billing item']).toMatch(/ Adjustment$/);
  expect(copied).toMatchObject({ Amount: '9.94', Currency: 'USD' });
  expect(total?.at(-2)).toBe('9.94');
  expect(copied).toMatchObject({
    'Cloud and region': 'AWS US East (N. Virginia)',
    Quantity: '72,000 GB-hour = 100 GB-month',
    'Unit price': '$0.10800000 / GB-month',
  });
  if (width === 1280) expect(line).toContain('pay 92%');
});
