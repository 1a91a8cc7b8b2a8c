import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { usePlatformGrantWanted } from '../api/platform-grant-state.ts';
import { ErrorPage } from '../shell/fallback/error-page.tsx';
import { NotFoundPage } from '../shell/fallback/not-found-page.tsx';
import { FirstFrame } from '../shell/first-frame.tsx';
import { SessionExpiredDialog } from '../shell/session-expired-dialog.tsx';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  pendingComponent: FirstFrame,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
});

// Few users see this question, so it is not part of the first page.
const PlatformGrantDialog = lazy(async () => ({
  default: (await import('../features/account/platform-grant-dialog.tsx')).PlatformGrantDialog,
}));

function Root() {
  return (
    <>
      <Outlet />
      <SessionExpiredDialog />
      {usePlatformGrantWanted() && (
        <Suspense>
          <PlatformGrantDialog />
        </Suspense>
      )}
    </>
  );
}
