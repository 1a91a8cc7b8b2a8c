import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router';
import { consoleVariant } from '../../api/boot.ts';
import { accountQueries } from '../../features/account/account.queries.ts';
import { RegistrationPage } from '../../features/registration/registration-page.tsx';
import { registrationSearch } from '../../features/registration/registration-search.ts';
import { safePath, withCheckVersion } from '../../shell/safe-path.ts';

export const Route = createFileRoute('/_public/signup')({
  validateSearch: registrationSearch,
  beforeLoad: async ({ context }) => {
    if ((await context.queryClient.ensureQueryData(accountQueries.whoami())) !== null) throw redirect({ to: '/' });
  },
  component: SignUp,
});

function SignUp() {
  const { from, ...prefilled } = Route.useSearch();
  const navigate = useNavigate();
  const href = withCheckVersion(safePath(from));
  return (
    <RegistrationPage
      variant={consoleVariant()}
      from={from}
      prefilled={prefilled}
      onRegistered={() => navigate({ href, replace: true })}
    />
  );
}
