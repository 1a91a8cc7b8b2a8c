import { createFileRoute, Outlet } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';

export const Route = createFileRoute('/_auth/billing-center/$contractId/private-offers')({
  staticData: { label: m.private_offer_list },
  component: Outlet,
});
