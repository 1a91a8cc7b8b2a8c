import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { boot, consoleVariant } from '../../api/boot.ts';
import { accountQueries } from '../../features/account/account.queries.ts';
import { SignInPage } from '../../features/account/sign-in-page.tsx';
import { safePath, withCheckVersion } from '../../shell/safe-path.ts';

export const Route = createFileRoute('/_public/signin')({
  validateSearch: z.object({
    from: z.optional(z.catch(z.string(), '/')),
    refused: z.optional(z.catch(z.string(), '')),
    email: z.catch(z.optional(z.string()), undefined),
  }),
  beforeLoad: async ({ context }) => {
    if ((await context.queryClient.ensureQueryData(accountQueries.whoami())) !== null) throw redirect({ to: '/' });
  },
  component: SignIn,
});

function SignIn() {
  const { from, email, refused } = Route.useSearch();
  const navigate = useNavigate();
  const href = withCheckVersion(safePath(from));
  return (
    <SignInPage
      from={from}
      target={href}
      email={email}
      refused={refused}
      hasDemos={consoleVariant() === 'hosted'}
      demoPeople={boot().demoPeople ?? []}
      onSignedIn={() => navigate({ href, replace: true })}
    />
  );
}
