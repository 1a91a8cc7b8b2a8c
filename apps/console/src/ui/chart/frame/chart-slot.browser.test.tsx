import { keepPreviousData, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../../testing/render.tsx';
import { HoldFailures } from '../../feedback/hold-failures.ts';
import { ChartSlot } from './chart-slot.tsx';

const answers = new Map(['days', 'regions'].map((asked) => [asked, Promise.withResolvers<string>()]));

/** A drawing titled with the question that it answers. */
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

it('reserves the height of a drawing, draws each answer with its question, and keeps it until the next', async () => {
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

/** A drawing that fails, on a page whose own state is still loading. */
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

it('keeps its height and hides its failure while the whole page may still fail', async () => {
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
