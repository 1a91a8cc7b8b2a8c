import { Notifications, notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../../testing/render.tsx';
import { DownloadButton } from './download-button.tsx';

afterEach(() => {
  notifications.clean();
  vi.unstubAllGlobals();
});

function show(reply: Response) {
  vi.stubGlobal('fetch', () => Promise.resolve(reply));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Notifications limit={1} />
      <DownloadButton contractId="ct-aaaaaaaaaaaa" query={{ start: 0, end: 3_600_000 }} />
    </QueryClientProvider>,
  );
  return userEvent.click(page.getByRole('button', { name: 'Download CSV' }));
}

it('shows that the download has started, and its progress', async () => {
  const unending = new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(12_345)) });
  await show(new Response(unending));
  await expect.element(page.getByRole('alert')).toHaveTextContent('Download started.');
  await expect.element(page.getByText('12.3 KB received')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
});

it('shows no start if the server refuses', async () => {
  await show(Response.json({ code: 409 }, { status: 409 }));
  await expect.element(page.getByRole('button', { name: 'Download CSV' })).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
