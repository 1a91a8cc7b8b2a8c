import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { contractQueries } from '../../../features/contract/contract.queries.ts';
import { RoleListPage } from '../../../features/contract-role/role-list-page.tsx';
import { CostSharingSection } from '../../../features/cost-sharing/cost-sharing-section.tsx';
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
  component: AccessControl,
});

function AccessControl() {
  const { contractId } = Route.useParams();
  const { permissions } = useSuspenseQuery(contractQueries.detail(contractId)).data;
  return (
    <>
      <RoleListPage contractId={contractId} scene="contract" />
      <CostSharingSection contractId={contractId} mayChange={permissions?.canAdminister === true} />
    </>
  );
}
