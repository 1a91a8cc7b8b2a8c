import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { consoleNow } from '../../api/product-time.ts';
import { render } from '../../testing/render.tsx';
import { reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { SandboxBadge } from './sandbox-badge.tsx';

const fetch = stubbedFetch();
const told = document.createElement('script');
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  Object.assign(told, { type: 'application/json', id: 'boot' });
  told.textContent = JSON.stringify({ sandboxNow: '2026-12-07T01:00:00.000Z' });
  document.body.append(told);
});
afterEach(() => {
  told.remove();
  vi.useRealTimers();
});

it('shows the server’s time, and reloads the page’s data after a move', async () => {
  const queryClient = new QueryClient();
  const asked = vi.spyOn(queryClient, 'invalidateQueries');
  render(
    <QueryClientProvider client={queryClient}>
      <SandboxBadge />
    </QueryClientProvider>,
  );
  await expect.element(page.getByText(/^Sandbox · Dec 7, 2026, 01:0\d UTC$/)).toBeVisible();
  // The page's time origin has fractions of a millisecond; instants do not.
  expect(Number.isInteger(consoleNow())).toBe(true);

  const clock = (now: string) => () => reply({ isSandbox: true, now, goal: null });
  fetch.mockImplementation(clock('2027-02-02T09:00:00.000Z'));
  vi.advanceTimersByTime(5_000);
  await expect.element(page.getByText('Sandbox · Feb 2, 2027, 09:00 UTC')).toBeVisible();
  expect(asked).toHaveBeenCalledOnce();
  expect(new Date(consoleNow()).toISOString()).toMatch(/^2027-02-02T09:0/);

  // Passing time is not a move.
  fetch.mockImplementation(clock('2027-02-02T09:01:00.000Z'));
  vi.advanceTimersByTime(5_000);
  await expect.element(page.getByText('Sandbox · Feb 2, 2027, 09:01 UTC')).toBeVisible();
  expect(asked).toHaveBeenCalledOnce();
});
