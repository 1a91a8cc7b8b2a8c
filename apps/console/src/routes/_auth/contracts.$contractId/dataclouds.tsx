import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { ContractDatacloudsPage } from '../../../features/datacloud/contract-dataclouds-page.tsx';
import { contractDatacloudSearch } from '../../../features/datacloud/datacloud-search.ts';
import * as m from '../../../i18n/messages.gen.ts';
import { IconCloud } from '../../../ui/icon/icons.tsx';
import { defaultsOf } from '../../../ui/search/search.ts';

export const Route = createFileRoute('/_auth/contracts/$contractId/dataclouds')({
  staticData: { menu: 'contract', auth: 'canReadDataclouds', icon: IconCloud, order: 20, label: m.datacloud_list },
  validateSearch: contractDatacloudSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(contractDatacloudSearch))] },
  component: ContractDataclouds,
});

function ContractDataclouds() {
  const navigate = Route.useNavigate();
  return (
    <ContractDatacloudsPage
      {...Route.useParams()}
      {...Route.useSearch()}
      onFind={(find) => void navigate({ search: { find }, replace: true, resetScroll: false })}
    />
  );
}
