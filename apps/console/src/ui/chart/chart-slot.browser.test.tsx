import { keepPreviousData, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { HoldFailures } from '../feedback/told-once.ts';
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

/** A picture that cannot be had, on a page that learns only then how it stands itself. */
function HeldStage() {
  const [isHeld, hold] = useState(true);
  const query = useQuery({ queryKey: ['broken'], queryFn: () => Promise.reject(new Error('Broken.')), retry: false });
  return (
    <HoldFailures value={isHeld}>
      <button type="button" onClick={() => hold(false)}>
        {query.isError ? 'Failed' : 'Asked'}
      </button>
      <ChartSlot query={query} height={200}>
        {() => <p>Never drawn</p>}
      </ChartSlot>
    </HoldFailures>
  );
}

it('keeps its room and its failure to itself while one may be told for the whole page', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <HeldStage />
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole('button', { name: 'Failed' })).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.poll(() => document.querySelector('[aria-busy="true"]')?.clientHeight).toBe(200);
  await page.getByRole('button', { name: 'Failed' }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
});
