import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_auth/billing-center/$contractId/')({
  beforeLoad: ({ params }) => {
    throw redirect({
      to: '/billing-center/$contractId/income-expense',
      params,
      search: true,
      hash: true,
      replace: true,
    });
  },
});
