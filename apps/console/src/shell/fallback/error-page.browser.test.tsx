import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { ErrorPage } from './error-page.tsx';

/** Shows a page that throws this error. */
function show(error: Error): void {
  const routeTree = createRootRoute({
    component: () => {
      throw error;
    },
    errorComponent: ErrorPage,
  });
  render(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />);
}

it('reports missing page code as a missing reply, not as a fault of the page', async () => {
  const code = await import(/* @vite-ignore */ `${location.origin}/no-such-page.js`).catch((error: Error) => error);
  show(code);
  await expect.element(page.getByText('No reply from the server.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

it('reports a crash of a page as its own fault', async () => {
  show(new TypeError('x is not a function'));
  await expect.element(page.getByText(/The page ran into an error/)).toBeVisible();
});
