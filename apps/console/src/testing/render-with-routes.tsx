import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type Register,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { render } from './render.tsx';

/** Renders a page that links elsewhere; all other pages are empty. `pathname` returns the current address. */
export function renderWithRoutes(
  client: QueryClient,
  page: () => ReactNode,
): { pathname: () => string; history: RouterHistory } {
  const root = createRootRoute();
  const start = createRoute({ getParentRoute: () => root, path: '/', component: page });
  const elsewhere = createRoute({ getParentRoute: () => root, path: '/$', component: () => null });
  const history = createMemoryHistory();
  const router = createRouter({ routeTree: root.addChildren([start, elsewhere]), history });
  render(
    <QueryClientProvider client={client}>
      {/* The console's pages link to the console's own routes. */}
      <RouterProvider router={router as unknown as Register['router']} />
    </QueryClientProvider>,
  );
  return { pathname: () => history.location.href, history };
}
