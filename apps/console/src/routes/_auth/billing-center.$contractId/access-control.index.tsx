import { createFileRoute } from '@tanstack/react-router';
import { RoleListPage } from '../../../features/contract-role/role-list-page.tsx';
import * as m from '../../../i18n/messages.gen.ts';
import { IconUsers } from '../../../ui/icon/icons.tsx';

export const Route = createFileRoute('/_auth/billing-center/$contractId/access-control/')({
  staticData: {
    menu: 'billing',
    auth: 'canReadBilling',
    icon: IconUsers,
    order: 70,
    label: m.contract_role_list,
    crumb: () => '',
  },
  component: () => <RoleListPage {...Route.useParams()} scene="billing" />,
});
