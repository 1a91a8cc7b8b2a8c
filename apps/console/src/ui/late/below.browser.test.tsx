import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type Register,
  RouterProvider,
} from '@tanstack/react-router';
import { expect, it, vi } from 'vitest';
import { render } from '../../testing/render.tsx';
import { Below } from './below.tsx';

let rows: PromiseWithResolvers<number>;

function Table() {
  const { data } = useQuery({ queryKey: ['rows'], queryFn: () => rows.promise, gcTime: 0 });
  return <div style={{ height: data ?? 10 }}>{data ? 'the rows' : 'no rows yet'}</div>;
}

const shows = (words: string) => vi.waitFor(() => expect(document.body.textContent).toContain(words));
const pageHeight = () => document.documentElement.scrollHeight;

it('a place that was left is still there while its table waits for its rows, and the page ends with them', async () => {
  const history = createMemoryHistory();
  const root = createRootRoute();
  const start = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <Below>
        <Table />
      </Below>
    ),
  });
  const elsewhere = createRoute({ getParentRoute: () => root, path: '/elsewhere', component: () => 'elsewhere' });
  const router = createRouter({ routeTree: root.addChildren([start, elsewhere]), history, scrollRestoration: true });
  const [height, place] = [4 * innerHeight, 2 * innerHeight];
  rows = Promise.withResolvers();
  rows.resolve(height);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as unknown as Register['router']} />
    </QueryClientProvider>,
  );
  await shows('the rows');
  const scrolled = new Promise((resolve) => document.addEventListener('scroll', resolve, { once: true }));
  scrollTo(0, place);
  await scrolled;
  history.push('/elsewhere');
  await shows('elsewhere');
  expect(scrollY).toBe(0);

  rows = Promise.withResolvers();
  history.back();
  await shows('no rows yet');
  await vi.waitFor(() => expect(scrollY).toBe(place));
  rows.resolve(height);
  await shows('the rows');
  await vi.waitFor(() => expect(pageHeight()).toBeLessThan(height + innerHeight));
  expect(scrollY).toBe(place);
});
