import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type Register,
  RouterProvider,
} from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from '../../testing/render.tsx';
import { Below } from './below.tsx';

let rows: Record<string, PromiseWithResolvers<number>>;
const noRows = () => ({ upper: Promise.withResolvers<number>(), lower: Promise.withResolvers<number>() });

function Table({ name }: { name: string }) {
  const { data } = useQuery({ queryKey: [name], queryFn: () => rows[name]?.promise, gcTime: 0 });
  const drawn = useDeferredValue(data);
  return <div style={{ height: drawn ?? 10 }}>{drawn ? `${name} rows` : 'no rows yet'}</div>;
}

const shows = (words: string) => vi.waitFor(() => expect(document.body.textContent).toContain(words));
const pageHeight = () => document.documentElement.scrollHeight;

it('a place that was left is still there while its tables wait for their rows, and the page ends with them', async () => {
  const history = createMemoryHistory();
  const root = createRootRoute();
  const start = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <Below>
        <Table name="upper" />
        <Table name="lower" />
      </Below>
    ),
  });
  const elsewhere = createRoute({ getParentRoute: () => root, path: '/elsewhere', component: () => 'elsewhere' });
  const router = createRouter({ routeTree: root.addChildren([start, elsewhere]), history, scrollRestoration: true });
  const [height, place] = [2 * innerHeight, 3 * innerHeight];
  rows = noRows();
  rows['upper']?.resolve(height);
  rows['lower']?.resolve(height);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as unknown as Register['router']} />
    </QueryClientProvider>,
  );
  await shows('lower rows');
  await vi.waitFor(() => expect(pageHeight()).toBeGreaterThanOrEqual(2 * height));
  const scrolled = new Promise((resolve) => document.addEventListener('scroll', resolve, { once: true }));
  scrollTo(0, place);
  await scrolled;
  history.push('/elsewhere');
  await shows('elsewhere');
  expect(scrollY).toBe(0);

  rows = noRows();
  history.back();
  await shows('no rows yet');
  await vi.waitFor(() => expect(scrollY).toBe(place));
  for (const name of ['upper', 'lower']) {
    rows[name]?.resolve(height);
    await shows(`${name} rows`);
    for (const _frame of [1, 2]) await new Promise(requestAnimationFrame);
    expect(scrollY).toBe(place);
  }
  await vi.waitFor(() => expect(pageHeight()).toBeLessThan(2 * height + innerHeight));
  expect(scrollY).toBe(place);
});
