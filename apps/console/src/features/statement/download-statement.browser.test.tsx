import { Notifications, notifications } from '@mantine/notifications';
import type { StatementSummary } from '@usance/api/billing/statement';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { downloadStatement } from './download-statement.ts';

afterEach(() => {
  notifications.clean();
  vi.unstubAllGlobals();
});

const statement = { id: 'stm-aaaa', contractId: 'ct-aaaa' } as StatementSummary;

function start(reply: Response): void {
  vi.stubGlobal('fetch', async () => reply);
  render(<Notifications limit={1} />);
  void downloadStatement(statement);
}

it('shows that the download has started', async () => {
  start(new Response(new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(9)) })));
  await expect.element(page.getByRole('alert')).toHaveTextContent('Download started.');
});

it('shows why the server refused, and no start', async () => {
  const message = 'The statement is not confirmed.';
  const body = {
    code: 409,
    reason: 'STATEMENT_NOT_CONFIRMED',
    message,
    metadata: { month: '2024-06' },
    requestId: 'req-1',
  };
  start(Response.json(body, { status: 409 }));
  await expect.element(page.getByRole('alert').getByText(/confirm/)).toBeVisible();
  await expect.element(page.getByText('Download started.')).not.toBeInTheDocument();
});
