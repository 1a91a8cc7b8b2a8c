import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '../../api/api-error.ts';
import { render } from '../../testing/render.tsx';
import { FormRefusal } from './form-refusal.tsx';

const error = (status: number) =>
  new ApiError({ status, reason: 'MOON_PHASE', message: 'Not now.', metadata: {}, requestId: 'req-1' });

afterEach(() => vi.restoreAllMocks());

it.each([403, 409, 500, 503])('shows the request id of a failure to quote: %i', async (status) => {
  render(<FormRefusal error={error(status)} />);
  await expect.element(page.getByRole('alert').getByText('Not now.')).toBeVisible();
  await expect.element(page.getByRole('alert').getByText('req-1')).toBeVisible();
});

it.each([400, 401])('shows none if the user only has to correct the input: %i', async (status) => {
  render(<FormRefusal error={error(status)} />);
  await expect.element(page.getByRole('alert').getByText('Not now.')).toBeVisible();
  await expect.element(page.getByText('req-1')).not.toBeInTheDocument();
});

it('counts down a wait without a request id, and disappears at its end', async () => {
  render(
    <FormRefusal
      error={
        new ApiError({
          ...{ status: 429, reason: 'TOO_MANY_REQUESTS', message: 'Too many.', requestId: 'req-1' },
          metadata: { retryAfterSeconds: '30' },
        })
      }
    />,
  );
  await expect.element(page.getByText(/try again in (30|29) s/)).toBeVisible();
  await expect.element(page.getByText('req-1')).not.toBeInTheDocument();
  const now = performance.now.bind(performance);
  const passed = vi.spyOn(performance, 'now').mockImplementation(() => now() + 20_000);
  await expect.element(page.getByText(/try again in (10|9) s/)).toBeVisible();
  passed.mockImplementation(() => now() + 30_000);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
