import { createFileRoute, Outlet } from '@tanstack/react-router';
import * as m from '../../i18n/messages.gen.ts';

export const Route = createFileRoute('/_auth/contracts')({
  staticData: { label: m.contract_list },
  component: Outlet,
});
