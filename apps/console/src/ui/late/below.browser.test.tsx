import { QueryClient, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { expect, it, vi } from 'vitest';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
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
  const [height, place] = [2 * innerHeight, 3 * innerHeight];
  rows = noRows();
  rows['upper']?.resolve(height);
  rows['lower']?.resolve(height);
  const { history } = renderWithRoutes(new QueryClient(), () => (
    <Below>
      <Table name="upper" />
      <Table name="lower" />
    </Below>
  ));
  await shows('lower rows');
  await vi.waitFor(() => expect(pageHeight()).toBeGreaterThanOrEqual(2 * height));
  const scrolled = new Promise((resolve) => document.addEventListener('scroll', resolve, { once: true }));
  scrollTo(0, place);
  await scrolled;
  history.push('/elsewhere');
  await vi.waitFor(() => expect(document.body.textContent).not.toContain('rows'));

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
