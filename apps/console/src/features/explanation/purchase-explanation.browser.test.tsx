import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { refusal, reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { explainedRow } from './explained.fixture.ts';
import { PurchaseExplanation } from './purchase-explanation.tsx';

const fetch = stubbedFetch();
beforeEach(() => page.viewport(1280, 800));

function show() {
  const onClose = vi.fn();
  const purchases = { contractId: 'ct-aaaaaaaaaaaa', filters: { start: 1, end: 2, product: ['Compute'] } };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PurchaseExplanation purchases={purchases} currency="USD" caption="Rows of Compute" onClose={onClose} />
    </QueryClientProvider>,
  );
  return onClose;
}

const dialog = page.getByRole('dialog', { name: 'How the amounts were made' });

it('shows how the amounts of the filtered rows were made, and pages through them', async () => {
  fetch.mockImplementation(() => reply({ items: [explainedRow], pageNum: 1, pageSize: 25, totalSize: 60 }));
  const onClose = show();
  const rows = dialog.getByRole('table', { name: 'Rows of Compute' });
  await expect.element(rows.getByText(/3\.5 core-hour × \$2\.00000000 \/ core-hour × 0\.7/)).toBeVisible();
  expect(String(fetch.mock.lastCall?.[0])).toContain('/purchases/explained?start=1&end=2');
  await userEvent.click(dialog.getByRole('button', { name: 'Next page' }));
  await expect.poll(() => String(fetch.mock.lastCall?.[0])).toContain('page=2');
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('offers to try again after a failure', async () => {
  fetch.mockImplementationOnce(() => refusal(503, 'UNAVAILABLE'));
  show();
  fetch.mockImplementation(() => reply({ items: [explainedRow], pageNum: 1, pageSize: 25, totalSize: 1 }));
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  await expect.element(dialog.getByRole('table', { name: 'Rows of Compute' })).toBeVisible();
});

it('shows a unit price with all its places, so that the factors come to the amount', async () => {
  const row = {
    ...explainedRow,
    consumption: '720',
    unitPrice: '0.000138888889',
    unitPriceFormatted: '$0.00013889',
    zhekou: '1.000000',
    amount: '0.10000000008',
  };
  fetch.mockImplementation(() => reply({ items: [row], pageNum: 1, pageSize: 25, totalSize: 1 }));
  show();
  await expect.element(dialog.getByText(/720 core-hour × \$0\.000138888889 \/ core-hour × 1/)).toBeVisible();
});
