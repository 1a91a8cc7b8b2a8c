import { keepPreviousData, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { ChartSlot } from './chart-slot.tsx';

const answers = new Map(['days', 'regions'].map((asked) => [asked, Promise.withResolvers<string>()]));

/** A picture whose title is the question it was drawn for. */
function Stage() {
  const [asked, ask] = useState('days');
  const query = useQuery({
    queryKey: [asked],
    queryFn: () => answers.get(asked)?.promise,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <button type="button" onClick={() => ask('regions')}>
        By region
      </button>
      <ChartSlot query={query} height={200}>
        {(answer) => <p>{`${answer}, of ${query.isPlaceholderData ? 'those before' : asked}`}</p>}
      </ChartSlot>
    </>
  );
}

it('holds the room of a picture, draws each answer with what was asked, and keeps it until the next', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Stage />
    </QueryClientProvider>,
  );
  await expect.poll(() => document.querySelector('[aria-busy="true"]')?.clientHeight).toBe(200);
  answers.get('days')?.resolve('23 bars');
  await expect.element(page.getByText('23 bars, of days')).toBeVisible();
  await page.getByRole('button').click();
  await expect.element(page.getByText('23 bars, of those before')).toBeVisible();
  answers.get('regions')?.resolve('4 bars');
  await expect.element(page.getByText('4 bars, of regions')).toBeVisible();
});
