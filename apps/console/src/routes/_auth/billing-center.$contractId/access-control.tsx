import { createFileRoute, Outlet } from '@tanstack/react-router';
import * as m from '../../../i18n/messages.gen.ts';

export const Route = createFileRoute('/_auth/billing-center/$contractId/access-control')({
  staticData: { label: m.contract_role_list },
  component: Outlet,
});
