import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { policies, policyHref } from '../../features/policy/policy.ts';
import { PolicyPage } from '../../features/policy/policy-page.tsx';

export const Route = createFileRoute('/_public/policies/$policy')({
  loader: ({ params, location }) => {
    const policy = policies.find((each) => each === params.policy);
    if (policy === undefined) throw notFound();
    const href = policyHref(policy);
    if (href !== location.pathname) throw redirect({ href });
    return policy;
  },
  component: () => <PolicyPage policy={Route.useLoaderData()} />,
});
