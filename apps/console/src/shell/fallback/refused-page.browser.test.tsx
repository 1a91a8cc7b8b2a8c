import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '../../api/api-error.ts';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { ErrorPage } from './error-page.tsx';

const show = (status: number, reason: string, metadata = {}) =>
  renderWithRoutes(new QueryClient(), () => (
    <ErrorPage
      error={new ApiError({ status, reason, message: 'In English.', metadata, requestId: 'req-1' })}
      reset={() => undefined}
    />
  ));
const heading = page.getByRole('heading', { level: 1 });

it('explains that a page is closed, with the role that opens it and the reason', async () => {
  show(403, 'NO_PERMISSION', { role: 'billing_viewer' });
  await expect.element(heading).toHaveTextContent('You may not see this page');
  await expect.element(page.getByText(/billing_viewer.*Ask an admin/)).toBeVisible();
  await expect.element(page.getByText('NO_PERMISSION')).toBeVisible();
});

it('leads from a missing contract to the reader’s contracts', async () => {
  show(404, 'CONTRACT_NOT_FOUND');
  await expect.element(heading).toHaveTextContent('We cannot find this contract');
  await expect.element(page.getByText('CONTRACT_NOT_FOUND')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'See your contracts' })).toBeVisible();
});

it('offers a retry for temporary failures', async () => {
  show(503, 'UNAVAILABLE');
  await expect.element(heading).toHaveTextContent('This page cannot be shown');
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});
