import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { PolicyPage } from './policy-page.tsx';

it('links back from a document without an address', async () => {
  renderWithRoutes(new QueryClient(), () => <PolicyPage policy="terms" />);
  await expect.element(page.getByRole('heading', { name: 'Terms of Service' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Back Home' })).toHaveAttribute('href', '/');
});
