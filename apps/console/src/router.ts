import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen.ts';
import { ErrorPage } from './shell/fallback/error-page.tsx';
import { parseSearch, stringifySearch } from './ui/search/search-text.ts';

/** Waits 400 ms before a pending page, then shows it at least 300 ms: nothing flashes. */
export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // Another contract may have another currency: nothing of what an address named before stays on screen under the next.
    defaultRemountDeps: ({ params }) => params,
    // Shown where the page would be, so that the shell around it stays.
    defaultErrorComponent: ErrorPage,
    defaultPendingMs: 400,
    defaultPendingMinMs: 300,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
