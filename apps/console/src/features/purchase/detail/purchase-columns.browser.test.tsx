import type { Purchase } from '@usance/api/billing/purchase';
import type { Contract } from '@usance/api/contract/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../../testing/render.tsx';
import { purchaseColumns } from './purchase-columns.tsx';

const column = (id: string) => {
  const found = purchaseColumns({ currency: 'USD', billingZone: 'Asia/Shanghai' } as Contract).find(
    (each) => each.id === id,
  );
  if (found === undefined) throw new Error(`No column ${id}`);
  return found;
};

it('labels the discount column as a multiplier of the price', async () => {
  expect(column('zhekou').header).toBe('Price multiplier');
  render(column('zhekou').cell({ zhekou: '0.92' } as Purchase));
  await expect.element(page.getByText('pay 92%')).toHaveAttribute('title', expect.stringContaining('−8%'));
});

it('names the zone in the headings, and shows the names of editions', async () => {
  expect([column('start').header, column('end').header]).toEqual(['Start (UTC+8)', 'End (UTC+8)']);
  render(column('edition').cell({ edition: 'ENTERPRISE' } as Purchase));
  await expect.element(page.getByText('Commercial')).toBeVisible();
});

it('shows the tags of the hour', async () => {
  expect(column('tags').header).toBe('Tags');
  render(column('tags').cell({ tags: { team: 'search', stage: 'live' } } as unknown as Purchase));
  await expect.element(page.getByText('team=search, stage=live')).toBeVisible();
});
