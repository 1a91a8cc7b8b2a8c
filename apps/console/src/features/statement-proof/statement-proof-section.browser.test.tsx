import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { StatementProof } from '@usance/api/billing/statement-proof';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { refusal, reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { StatementProofSection } from './statement-proof-section.tsx';

const fetch = stubbedFetch();

const proof: StatementProof = {
  contractId: 'ct-aaaaaaaaaaaa',
  statementID: 'stm-aaaaaaaaaaaa',
  month: '2026-10',
  currency: 'USD',
  checkedAt: '2026-11-20T10:00:00Z',
  agrees: true,
  hasRows: true,
  sums: [
    { of: 'rows', count: 1234, amount: '14.901400000000', amountFormatted: '$14.901400000000', agrees: true },
    { of: 'lines', count: 2, amount: '14.901400000000', amountFormatted: '$14.901400000000', agrees: true },
  ],
  exactAmount: '14.901400000000',
  exactAmountFormatted: '$14.901400000000',
  rounding: '-0.001400000000',
  roundingFormatted: '-$0.001400000000',
  amount: '14.90000000',
  amountFormatted: '$14.90',
  linesAgree: true,
  settled: [{ by: 'cash', amount: '14.90000000', amountFormatted: '$14.90', agrees: true }],
  digest: { signed: 'a'.repeat(64), lines: 'a'.repeat(64), agrees: true, rows: 'b'.repeat(64) },
};

function show() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <StatementProofSection statement={{ id: proof.statementID, contractId: proof.contractId }} />
    </QueryClientProvider>,
  );
  return { check: () => userEvent.click(page.getByRole('button', { name: 'Check again' })) };
}
const row = (name: string) => page.getByRole('row').filter({ hasText: name });

it('asks nothing before the reader does, and then says in words that each sum agrees', async () => {
  fetch.mockImplementation(() => reply(proof));
  const { check } = show();
  await expect.element(page.getByRole('heading', { name: 'Proof' })).toBeVisible();
  expect(fetch).not.toHaveBeenCalled();
  await check();
  await expect.element(page.getByRole('status')).toMatchTextContent(/^Everything agrees/);
  await expect.element(row('Rated rows').first()).toMatchTextContent(/1,234\$14\.901400000000Agrees/);
  await expect.element(row('Rounding to cents')).toMatchTextContent(/−\$0\.001400000000/);
  await expect.element(row('Total')).toMatchTextContent(/\$14\.90/);
  await expect.element(page.getByRole('button', { name: `Copy ${'b'.repeat(64)}` })).toBeVisible();
});

it('names what differs, and checks anew with each press', async () => {
  fetch.mockImplementation(() => reply(proof));
  const { check } = show();
  await check();
  await expect.element(page.getByRole('status')).toMatchTextContent(/^Everything agrees/);
  const [first, ...others] = proof.sums;
  fetch.mockImplementation(() => reply({ ...proof, agrees: false, sums: [{ ...first, agrees: false }, ...others] }));
  await check();
  await expect.element(page.getByRole('status')).toMatchTextContent(/Not everything agrees/);
  await expect.element(row('Rated rows').first()).toMatchTextContent(/Differs/);
  await expect.element(row('Lines as signed')).toMatchTextContent(/Agrees/);
});

it('says that the rows of a month signed elsewhere are not here', async () => {
  fetch.mockImplementation(() => reply({ ...proof, hasRows: false, digest: { ...proof.digest, rows: null } }));
  await show().check();
  await expect.element(page.getByRole('status')).toMatchTextContent(/signed elsewhere/);
  await expect.element(page.getByText('Digest of the rated rows')).not.toBeInTheDocument();
});

it('shows a failed check, and the button tries again', async () => {
  fetch.mockImplementation(() => refusal(409, 'USAGE_DISAGREES'));
  const { check } = show();
  await check();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The check failed/);
  fetch.mockImplementation(() => reply(proof));
  await check();
  await expect.element(page.getByRole('status')).toMatchTextContent(/^Everything agrees/);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

it('downloads the archive, and can be cancelled', async () => {
  fetch.mockImplementation((_url, init) => {
    const start = (stream: ReadableStreamDefaultController) => {
      stream.enqueue(new Uint8Array(12_345));
      init?.signal?.addEventListener('abort', () => stream.error(init.signal?.reason));
    };
    return Promise.resolve(new Response(new ReadableStream({ start })));
  });
  show();
  await userEvent.click(page.getByRole('button', { name: 'Download archive' }));
  await expect.element(page.getByText('12.3 KB received')).toBeVisible();
  expect(String(fetch.mock.lastCall?.[0])).toContain(`/statements/${proof.statementID}/archive`);
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  await expect.element(page.getByRole('button', { name: 'Download archive' })).toBeVisible();
});
