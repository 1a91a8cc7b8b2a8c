import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { aDatacloud } from './datacloud.fixture.ts';
import { ContractDatacloudTable, DatacloudTable } from './datacloud-table.tsx';

afterEach(() => page.viewport(1280, 800));

const lake = aDatacloud({
  id: 'dc-lake',
  name: 'lake',
  creator: 'builder@demo.usance.dev',
  contractTags: 'Northwind Retail and Wholesale',
});
const ofContract = (
  <ContractDatacloudTable
    rows={[lake]}
    mayChange
    billed={undefined}
    error={null}
    onRetry={() => undefined}
    empty={null}
  />
);

it('wraps the name of a contract before it cuts it', async () => {
  await page.viewport(1280, 800);
  renderWithRoutes(new QueryClient(), () => (
    <div style={{ width: 900 }}>
      <DatacloudTable
        {...{ rows: [lake], changeable: new Set<string>(), billed: new Map() }}
        paging={{ page: 1, size: 10, onPage: () => undefined, onSize: () => undefined }}
      />
    </div>
  ));
  const name = page.getByText('Northwind Retail and Wholesale');
  await expect.element(name).toBeVisible();
  for (const element of [name.element(), name.element().parentElement as Element])
    expect([element.scrollWidth, element.scrollHeight]).toEqual([element.clientWidth, element.clientHeight]);
});

it('leaves the creator, of whom there is no room for a whole address, to the choice of columns', async () => {
  await page.viewport(1440, 800);
  renderWithRoutes(new QueryClient(), () => ofContract);
  await expect.element(page.getByRole('columnheader', { name: 'Created at' })).toBeVisible();
  await expect.element(page.getByRole('columnheader', { name: 'Creator' })).not.toBeInTheDocument();
});

it('hides no column behind the actions on a tablet', async () => {
  await page.viewport(768, 800);
  renderWithRoutes(new QueryClient(), () => ofContract);
  await expect.element(page.getByRole('button', { name: /^Actions of/ })).toBeVisible();
  await expect.element(page.getByRole('cell', { name: /^Created at/ })).toBeVisible();
});
