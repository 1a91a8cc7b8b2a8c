import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { sessionQuery } from '../../api/session.ts';
import { SignInForm } from '../../features/account/sign-in-form.tsx';
import { m } from '../../paraglide/messages.js';
import { safePath } from '../../shell/safe-path.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';

export const Route = createFileRoute('/_public/signin')({
  validateSearch: z.object({ from: z.optional(z.catch(z.string(), '/')) }),
  beforeLoad: async ({ context }) => {
    if ((await context.queryClient.ensureQueryData(sessionQuery)) !== null) throw redirect({ to: '/' });
  },
  component: SignIn,
});

function SignIn() {
  const { from } = Route.useSearch();
  const navigate = useNavigate();
  const target = safePath(from);
  const withCheck = `${target === '/' ? '/dataclouds' : target}${target.includes('?') ? '&' : '?'}checkVersion=true`;
  return (
    <>
      <PageHeader title={m.account_sign_in()} lead={m.account_sign_in_lead()} />
      <SignInForm onSignedIn={() => navigate({ href: withCheck, replace: true })} />
    </>
  );
}
