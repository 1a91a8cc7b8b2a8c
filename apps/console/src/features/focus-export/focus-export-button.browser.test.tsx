import { Notifications, notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { FocusExportButton } from './focus-export-button.tsx';

afterEach(() => {
  notifications.clean();
  vi.unstubAllGlobals();
});

async function open(reply: (signal: AbortSignal | null | undefined) => Response, besideFilters = false) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    asked.push(url);
    return Promise.resolve(reply(init?.signal));
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Notifications limit={1} />
      <FocusExportButton contract={{ id: 'ct-aaaaaaaaaaaa', billingZone: 'UTC' }} besideFilters={besideFilters} />
    </QueryClientProvider>,
  );
  await userEvent.click(page.getByRole('button', { name: 'Export FOCUS' }));
  const search = () => {
    const { pathname, searchParams } = new URL(asked.at(-1) ?? '', location.href);
    return [pathname.split('/').at(-1), searchParams.get('version')];
  };
  return { search, download: () => userEvent.click(page.getByRole('button', { name: 'Download' })) };
}

it('downloads the chosen dataset in the chosen version, and the others without one', async () => {
  const { search, download } = await open(() => new Response('a\n'));
  await userEvent.click(page.getByText('FOCUS 1.2'));
  await download();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Download complete.');
  expect(search()).toEqual(['cost-and-usage', '1.2']);
  await userEvent.click(page.getByText('Invoice detail'));
  await expect.element(page.getByText('FOCUS 1.2')).not.toBeInTheDocument();
  await download();
  await expect.poll(search).toEqual(['invoice-detail', null]);
});

it('shows how much has come, and can be cancelled', async () => {
  const unending = (signal: AbortSignal | null | undefined) => {
    const start = (stream: ReadableStreamDefaultController) => {
      stream.enqueue(new Uint8Array(12_345));
      signal?.addEventListener('abort', () => stream.error(signal.reason));
    };
    return new Response(new ReadableStream({ start }));
  };
  const { download } = await open(unending);
  await download();
  await expect.element(page.getByText('12.3 KB received')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  await expect.element(page.getByRole('button', { name: 'Download' })).toBeVisible();
});

it.each([true, false])('says that filters do not apply where some are beside it, and only there: %s', async (has) => {
  await open(() => new Response('a\n'), has);
  await expect.element(page.getByRole('button', { name: 'Download' })).toBeVisible();
  const said = page.getByText(/Filters on this page do not apply\./);
  if (has) await expect.element(said).toBeVisible();
  else await expect.element(said).not.toBeInTheDocument();
});
