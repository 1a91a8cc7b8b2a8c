import { createFileRoute, Outlet } from '@tanstack/react-router';
import * as m from '../../../i18n/messages.gen.ts';

export const Route = createFileRoute('/_auth/billing-center/$contractId/statements')({
  staticData: { label: m.statement_list },
  component: Outlet,
});
