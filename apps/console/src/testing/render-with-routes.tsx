import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type Register,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { render } from './render.tsx';

/** Puts a page that links and leads elsewhere on the screen; wherever it leads, nothing stands there. `pathname` says where that is. */
export function renderWithRoutes(client: QueryClient, page: () => ReactNode): { pathname: () => string } {
  const root = createRootRoute();
  const start = createRoute({ getParentRoute: () => root, path: '/', component: page });
  const elsewhere = createRoute({ getParentRoute: () => root, path: '/$', component: () => null });
  const history = createMemoryHistory();
  const router = createRouter({ routeTree: root.addChildren([start, elsewhere]), history });
  render(
    <QueryClientProvider client={client}>
      {/* The links of the console's pages are those of its own routes. */}
      <RouterProvider router={router as unknown as Register['router']} />
    </QueryClientProvider>,
  );
  return { pathname: () => history.location.href };
}
