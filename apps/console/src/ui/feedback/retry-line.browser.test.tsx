import {
  focusManager,
  onlineManager,
  type QueryClient,
  QueryClientProvider,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '../../api/api-error.ts';
import { makeQueryClient } from '../../api/query-client.ts';
import { render } from '../../testing/render.tsx';
import { RetryLine } from './retry-line.tsx';

afterEach(() => {
  onlineManager.setOnline(true);
  focusManager.setFocused(undefined);
});

const busy = (retryAfterSeconds: string) =>
  new ApiError({
    status: 503,
    reason: 'UNAVAILABLE',
    message: 'Busy.',
    metadata: { retryAfterSeconds },
    requestId: 'req-1',
  });

const read = vi.fn<(part: string) => Promise<string>>();
const write = vi.fn<() => Promise<string>>();
function Part({ part }: { part: string }) {
  const { data, error } = useQuery({ queryKey: [part], queryFn: () => read(part) });
  return <p>{data ?? error?.message ?? `${part} is on its way`}</p>;
}
function Write() {
  const { mutate, error } = useMutation({ mutationFn: write });
  return (
    <>
      <button type="button" onClick={() => mutate()}>
        Write
      </button>
      {error && <p>{error.message}</p>}
    </>
  );
}

/** A page with three reads; final failures are kept. */
let client: QueryClient;
function show() {
  const failed: Error[] = [];
  read.mockReset();
  write.mockReset();
  client = makeQueryClient((error) => failed.push(error));
  render(
    <QueryClientProvider client={client}>
      <RetryLine />
      <Part part="one" />
      <Part part="two" />
      <Part part="three" />
      <Write />
    </QueryClientProvider>,
  );
  return failed;
}
const line = page.getByRole('status');

it('shows one line while a busy server is retried, until it answers without a failure', async () => {
  const failed = show();
  const answers = Promise.withResolvers<void>();
  let asked = 0;
  read.mockImplementation(async (part) => {
    asked += 1;
    if (asked <= 3) throw busy('0.1');
    await answers.promise;
    return `${part} is here`;
  });
  await expect.element(line).toHaveTextContent('The service is busy. Trying again…');
  answers.resolve();
  for (const part of ['one', 'two', 'three']) await expect.element(page.getByText(`${part} is here`)).toBeVisible();
  await expect.element(line).toBeEmptyDOMElement();
  expect([asked, failed]).toEqual([6, []]);
});

it('shows that it waits for the network, and continues when it is back', async () => {
  onlineManager.setOnline(false);
  show();
  read.mockImplementation(async (part) => `${part} is here`);
  await expect.element(line).toHaveTextContent('You are offline. This continues as soon as you are back online.');
  expect(read).not.toHaveBeenCalled();
  onlineManager.setOnline(true);
  await expect.element(page.getByText('three is here')).toBeVisible();
  await expect.element(line).toBeEmptyDOMElement();
});

it('shows that the server is busy even on a hidden page, whose reads pause', async () => {
  focusManager.setFocused(false);
  show();
  read.mockRejectedValueOnce(busy('0.1'));
  read.mockRejectedValueOnce(busy('0.1'));
  read.mockRejectedValueOnce(busy('0.1'));
  read.mockImplementation(async (part) => `${part} is here`);
  await expect
    .poll(() =>
      client
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.fetchStatus),
    )
    .toContain('paused');
  await expect.element(line).toHaveTextContent('The service is busy. Trying again…');
  focusManager.setFocused(true);
  await expect.element(page.getByText('three is here')).toBeVisible();
});

it('sends a write once, and does not queue it while offline', async () => {
  const failed = show();
  read.mockImplementation(async (part) => `${part} is here`);
  write.mockRejectedValue(busy('0.1'));
  await userEvent.click(page.getByRole('button', { name: 'Write' }));
  await expect.element(page.getByText('Busy.')).toBeVisible();
  onlineManager.setOnline(false);
  await userEvent.click(page.getByRole('button', { name: 'Write' }));
  await expect.poll(() => failed).toHaveLength(2);
  onlineManager.setOnline(true);
  expect(write).toHaveBeenCalledTimes(2);
});
