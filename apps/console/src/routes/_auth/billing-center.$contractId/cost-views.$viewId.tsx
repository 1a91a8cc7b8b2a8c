import { createFileRoute, redirect } from '@tanstack/react-router';

/** A link to a view, which mails also have. It leads to cost analysis as the view was saved. */
export const Route = createFileRoute('/_auth/billing-center/$contractId/cost-views/$viewId')({
  beforeLoad: async ({ context: { queryClient }, params }) => {
    const { searchOfLink } = await import('../../../features/purchase/view/view-link.late.ts');
    throw redirect({
      to: '/billing-center/$contractId/cost-analysis',
      params: { contractId: params.contractId },
      search: await searchOfLink(queryClient, params),
      replace: true,
    });
  },
});
