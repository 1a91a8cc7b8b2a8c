import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_auth/contracts/$contractId/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/contracts/$contractId/overview', params, search: true, hash: true, replace: true });
  },
});
