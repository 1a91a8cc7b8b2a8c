import { createFileRoute, Outlet } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';

export const Route = createFileRoute('/_auth/billing-center/$contractId/access-control')({
  staticData: { label: m.contract_role_list },
  component: Outlet,
});
