import { createFileRoute, Outlet } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';

export const Route = createFileRoute('/_auth/billing-center/$contractId/statements')({
  staticData: { label: m.statement_list },
  component: Outlet,
});
