import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { explanations } from '@usance/api/billing/explanation';
import type { CallReply } from '@usance/api/call';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { refusal, reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { explainedRow } from './explained.fixture.ts';
import { LineExplanation } from './line-explanation.tsx';

const fetch = stubbedFetch();
beforeEach(() => page.viewport(1280, 800));

type Explained = CallReply<typeof explanations.ofLine>;
const explained: Explained = {
  items: [explainedRow],
  pageNum: 1,
  pageSize: 10,
  totalSize: 1,
  statementID: 'stm-aaaaaaaaaaaa',
  month: '2026-10',
  currency: 'USD',
  line: {
    lineNo: 2,
    product: 'Compute',
    type: 'warehouse',
    subType: '',
    billingItem: 'compute.r',
    cloudProvider: 'aws',
    region: 'us-east-1',
    regionName: 'US East (N. Virginia)',
    edition: 'ENTERPRISE',
    consumption: '3.5',
    consumptionUnit: 'core-hour',
    listPrice: '2.00000000',
    listPriceFormatted: '$2.00000000',
    priceUnit: 'core-hour',
    zhekou: '0.700000',
    zhekouFormatted: '70%',
    offerId: null,
    adjustment: false,
    exactAmount: '4.899999999999',
    amount: '4.90',
    amountFormatted: '$4.90',
  },
  lineRounding: '0.000000000001',
  lineRoundingFormatted: '$0.000000000001',
  hasRows: true,
};

function show() {
  const onClose = vi.fn();
  const line = { contractId: 'ct-aaaaaaaaaaaa', statementId: explained.statementID, lineNo: 2 };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LineExplanation line={line} onClose={onClose} />
    </QueryClientProvider>,
  );
  return onClose;
}

it('shows how the amount was made, down to the row, its slice, its rounding and its batch', async () => {
  fetch.mockImplementation(() => reply(explained));
  const onClose = show();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('$4.899999999999')).toBeVisible();
  expect(String(fetch.mock.lastCall?.[0])).toContain(`/statements/${explained.statementID}/lines/2`);
  const making = dialog.getByRole('row').nth(1);
  await expect.element(making).toMatchTextContent(/3\.5 core-hour × \$2\.00000000 \/ core-hour × 0\.7/);
  await expect.element(making).toMatchTextContent(/Slice 2 of its usage · Rounding −0\.0000000000004/);
  await expect.element(making).toMatchTextContent(/\$4\.900000000000/);
  await expect.element(dialog.getByRole('button', { name: `Copy ${explainedRow.batch?.id}` })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

it('shows the quantity in the unit of the price, too, and no slice where there is but the first', async () => {
  const quoted = {
    consumption: '12614832',
    consumptionUnit: 'GB-hour',
    quotedConsumptionFormatted: '= 17,520.6 GB-month',
  };
  const row = { ...explainedRow, consumption: '693360.000', consumptionUnit: 'GB-hour', sliceNo: 0, rounding: '0' };
  fetch.mockImplementation(() => reply({ ...explained, line: { ...explained.line, ...quoted }, items: [row] }));
  show();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('12,614,832 GB-hour = 17,520.6 GB-month')).toBeVisible();
  await expect.element(dialog.getByText('693,360 GB-hour × $2.00000000 / GB-hour × 0.7')).toBeVisible();
  await expect.element(dialog.getByText(/Slice/)).not.toBeInTheDocument();
});

it('says that the rows of a month signed elsewhere are not here', async () => {
  fetch.mockImplementation(() => reply({ ...explained, items: [], totalSize: 0, hasRows: false }));
  show();
  await expect.element(page.getByText(/signed elsewhere/)).toBeVisible();
});

it('shows a failure, and tries again', async () => {
  fetch.mockImplementation(() => refusal(404, 'STATEMENT_NOT_FOUND'));
  show();
  await expect.element(page.getByRole('alert')).toBeVisible();
  fetch.mockImplementation(() => reply(explained));
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByText('$4.899999999999')).toBeVisible();
});
