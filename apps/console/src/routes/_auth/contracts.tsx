import { createFileRoute, Outlet } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';

export const Route = createFileRoute('/_auth/contracts')({
  staticData: { label: m.contract_list },
  component: Outlet,
});
