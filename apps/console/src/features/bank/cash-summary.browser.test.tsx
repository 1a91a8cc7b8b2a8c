import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { aContract } from '../contract/contract.fixture.ts';
import { CashSummary } from './cash-summary.tsx';

const fetch = stubbedFetch();
afterEach(() => page.viewport(1280, 800));

it.each([320, 390, 768, 1280])('moves nothing below it when the sums arrive, at %d pixels', async (width) => {
  await page.viewport(width, 800);
  const { promise, resolve } = Promise.withResolvers<void>();
  fetch.mockImplementation(async () => {
    await promise;
    return reply({
      depositAmount: '288000.00',
      depositAmountFormatted: '$288,000.00',
      deductAmount: '186714.57',
      deductAmountFormatted: '$186,714.57',
      withdrawAmount: '0',
      withdrawAmountFormatted: '$0.00',
    });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CashSummary contract={aContract()} range={{}} />
      <p>below</p>
    </QueryClientProvider>,
  );
  const below = page.getByText('below');
  await expect.element(below).toBeVisible();
  const top = below.element().getBoundingClientRect().top;
  resolve();
  await expect.element(page.getByText('$288,000.00')).toBeVisible();
  expect(below.element().getBoundingClientRect().top).toBe(top);
});
