import type { StatementLine } from '@usance/api/statement';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { SkuTable } from './sku-table.tsx';

const storage: StatementLine = {
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
  adjustment: false,
  exactAmount: '9.936000000000',
  amount: '9.94',
  amountFormatted: '$9.94',
};
const { quotedConsumptionFormatted: _, ...sameUnit } = storage;
const wal = { ...sameUnit, subType: 'wal', consumption: '5', consumptionUnit: 'GB', priceUnit: 'GB', amount: '0.5' };

it('tells lines of one billing item apart, names their region, and converts to the unit of the price', async () => {
  render(<SkuTable rows={[storage, wal]} currency="USD" total="10.44" />);
  const row = (kind: string) =>
    page.getByRole('row').filter({ has: page.getByRole('cell', { name: kind, exact: true }) });
  const place = 'AWS US East (N. Virginia)';
  await expect
    .element(row('Database · hot'))
    .toHaveTextContent(`storageDatabase · hot${place}72,000 GB-hour= 100 GB-month$0.10800000 / GB-monthpay 92% $9.94`);
  await expect
    .element(row('Database · wal'))
    .toHaveTextContent(`storageDatabase · wal${place}5 GB$0.10800000 / GBpay 92% $0.50`);
  await expect.element(page.getByText(place).first()).toHaveAttribute('title', 'us-east-1');
});
