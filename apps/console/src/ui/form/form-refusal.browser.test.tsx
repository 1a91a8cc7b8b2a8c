import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '../../api/api-error.ts';
import { render } from '../../testing/render.tsx';
import { FormRefusal } from './form-refusal.tsx';

const error = (status: number) =>
  new ApiError({ status, reason: 'MOON_PHASE', message: 'Not now.', metadata: {}, requestId: 'req-1' });

it.each([403, 409, 500, 503])('shows the request id of a failure to quote: %i', async (status) => {
  render(<FormRefusal error={error(status)} />);
  await expect.element(page.getByRole('alert').getByText('Not now.')).toBeVisible();
  await expect.element(page.getByRole('alert').getByText('req-1')).toBeVisible();
});

it.each([400, 401])('shows none where people only have to enter something else: %i', async (status) => {
  render(<FormRefusal error={error(status)} />);
  await expect.element(page.getByRole('alert').getByText('Not now.')).toBeVisible();
  await expect.element(page.getByText('req-1')).not.toBeInTheDocument();
});
