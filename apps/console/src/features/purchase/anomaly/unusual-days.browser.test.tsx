import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../../testing/render.tsx';
import { UnusualDays } from './unusual-days.late.tsx';

it('names each unusual day with what was expected, and leads to its rows', async () => {
  const onDay = vi.fn();
  const figures = { amount: '25', amountFormatted: '$25.00', expected: '10', expectedFormatted: '$10.00' };
  render(
    <UnusualDays
      anomalies={[
        { day: '2026-09-15', ...figures, meteredBy: 'platform' },
        { day: '2026-09-16', ...figures, meteredBy: 'marketplace' },
        { day: '2026-09-17', ...figures, meteredBy: 'import' },
      ]}
      currency="USD"
      onDay={onDay}
    />,
  );
  const items = page.getByRole('region', { name: 'Unusual days' }).getByRole('listitem');
  await expect.element(items.nth(0)).toHaveTextContent('Sep 15 $25.00, about $10.00 expected');
  await expect
    .element(items.nth(1))
    .toHaveTextContent('Sep 16 $25.00 billed by the marketplace, about $10.00 expected');
  await expect.element(items.nth(2)).toHaveTextContent('Sep 17 $25.00 imported, about $10.00 expected');
  await page.getByRole('button', { name: 'Sep 15' }).click();
  expect(onDay).toHaveBeenCalledWith('2026-09-15');
});
