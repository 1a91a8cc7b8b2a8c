import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { ErrorPage } from '../shell/error-page.tsx';
import { FirstFrame } from '../shell/first-frame.tsx';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { SessionExpiredDialog } from '../shell/session-expired-dialog.tsx';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  pendingComponent: FirstFrame,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
});

function Root() {
  return (
    <>
      <Outlet />
      <SessionExpiredDialog />
    </>
  );
}
