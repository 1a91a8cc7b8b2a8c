import { focusManager, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { datacloudQueries } from './datacloud.queries.ts';

function Stage() {
  const { data } = useQuery(datacloudQueries.all());
  return <output>{data?.totalSize}</output>;
}

const fetch = vi.fn<typeof globalThis.fetch>();
const answered = (times: number) => expect.element(page.getByRole('status')).toHaveTextContent(String(times));

beforeEach(async () => {
  fetch
    .mockReset()
    .mockImplementation(async () =>
      Response.json({ items: [], pageNum: 1, pageSize: 999, totalSize: fetch.mock.calls.length }),
    );
  vi.stubGlobal('fetch', fetch);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Stage />
    </QueryClientProvider>,
  );
  await answered(1);
});
afterEach(() => {
  focusManager.setFocused(undefined);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('asks for as many data clouds as a page of tiles holds', () => {
  expect(String(fetch.mock.calls[0]?.[0])).toContain('pageSize=999');
});

it('refetches the data clouds, but not while the page is hidden', async () => {
  vi.advanceTimersByTime(15_000);
  await answered(2);
  focusManager.setFocused(false);
  vi.advanceTimersByTime(60_000);
  expect(fetch).toHaveBeenCalledTimes(2);
  focusManager.setFocused(true);
  vi.advanceTimersByTime(15_000);
  await answered(3);
});
