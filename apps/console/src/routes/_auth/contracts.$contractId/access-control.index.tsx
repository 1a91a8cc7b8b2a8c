import { createFileRoute } from '@tanstack/react-router';
import { RoleListPage } from '../../../features/contract-role/role-list-page.tsx';
import * as m from '../../../i18n/messages.gen.ts';
import { IconUsers } from '../../../ui/icon/icons.tsx';

export const Route = createFileRoute('/_auth/contracts/$contractId/access-control/')({
  staticData: {
    menu: 'contract',
    icon: IconUsers,
    order: 30,
    goKey: 'r',
    label: m.contract_role_list,
    crumb: () => '',
  },
  component: () => <RoleListPage {...Route.useParams()} scene="contract" />,
});
