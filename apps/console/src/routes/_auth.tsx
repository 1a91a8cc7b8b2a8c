import { useQuery } from '@tanstack/react-query';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { forgetSession } from '../api/session-state.ts';
import { accountQueries } from '../features/account/account.queries.ts';
import { useKeptTheme } from '../features/profile/use-theme-choice.ts';
import { useWebVitals } from '../features/web-vitals/use-web-vitals.ts';
import { ErrorPage } from '../shell/fallback/error-page.tsx';
import { NotFoundPage } from '../shell/fallback/not-found-page.tsx';
import { Shell } from '../shell/shell.tsx';
import { PreferenceOwner } from '../ui/table/column/column-preferences.ts';

/** Every page below needs a session; a visitor without one signs in first and then returns to the page. */
export const Route = createFileRoute('/_auth')({
  beforeLoad: async ({ context, location }) => {
    const identity = await context.queryClient.ensureQueryData(accountQueries.whoami());
    if (identity === null) {
      forgetSession();
      throw redirect({ to: '/signin', search: { from: location.href } });
    }
    return { identity };
  },
  component: SignedIn,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
});

function SignedIn() {
  const { identity: atFirst } = Route.useRouteContext();
  // Changes to the account show at once, including the name behind the avatar.
  const identity = useQuery({ ...accountQueries.whoami(), enabled: false }).data ?? atFirst;
  useKeptTheme(identity);
  useWebVitals(identity);
  return (
    <PreferenceOwner value={identity.id}>
      <Shell identity={identity} />
    </PreferenceOwner>
  );
}
