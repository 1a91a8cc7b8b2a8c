import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { ErrorPage } from './error-page.tsx';

/** A page that throws this. */
function show(error: Error): void {
  const routeTree = createRootRoute({
    component: () => {
      throw error;
    },
    errorComponent: ErrorPage,
  });
  render(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />);
}

it('says of a page whose code did not come that no reply came, not that it is at fault', async () => {
  const code = await import(/* @vite-ignore */ `${location.origin}/no-such-page.js`).catch((error: Error) => error);
  show(code);
  await expect.element(page.getByText('No reply from the server.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

it('says of a page that broke that the fault is its own', async () => {
  show(new TypeError('x is not a function'));
  await expect.element(page.getByText(/The page ran into an error/)).toBeVisible();
});
