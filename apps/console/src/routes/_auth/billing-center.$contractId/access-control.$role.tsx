import { createFileRoute, notFound } from '@tanstack/react-router';
import { RolePage } from '../../../features/contract-role/role-page.tsx';
import { roleIn } from '../../../features/contract-role/role-scene.ts';
import { NotFoundPage } from '../../../shell/fallback/not-found-page.tsx';

export const Route = createFileRoute('/_auth/billing-center/$contractId/access-control/$role')({
  staticData: { crumb: ({ params }) => params['role'] ?? '' },
  loader: ({ params }) => {
    const name = roleIn('billing', params.role);
    if (name === undefined) throw notFound();
    return name;
  },
  component: OneRole,
  // Shown inside the frame, where the existing roles can be chosen.
  notFoundComponent: NotFoundPage,
});

function OneRole() {
  const { contractId } = Route.useParams();
  const name = Route.useLoaderData();
  const navigate = Route.useNavigate();
  return (
    <RolePage contractId={contractId} name={name} scene="billing" onOwnRevoked={() => navigate({ to: '/contracts' })} />
  );
}
