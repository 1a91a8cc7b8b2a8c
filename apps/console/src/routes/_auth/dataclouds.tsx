import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { toldContracts } from '@usance/api/contract/contract';
import { useUpgradeCheck } from '../../features/billing-version/use-upgrade.tsx';
import { contractQueries } from '../../features/contract/contract.queries.ts';
import { datacloudQueries } from '../../features/datacloud/datacloud.queries.ts';
import { datacloudSearch } from '../../features/datacloud/datacloud-search.ts';
import { DatacloudsPage } from '../../features/datacloud/dataclouds-page.tsx';
import { prefetchNeedsYou } from '../../features/needs-you/needs-you.queries.ts';
import * as m from '../../i18n/messages.gen.ts';
import { IconCloud } from '../../ui/icon/icons.tsx';
import { defaultsOf } from '../../ui/search/search.ts';

export const Route = createFileRoute('/_auth/dataclouds')({
  staticData: { menu: 'home', icon: IconCloud, order: 10, goKey: 'd', label: m.datacloud_list },
  validateSearch: datacloudSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(datacloudSearch))] },
  loader: ({ context: { queryClient } }) => {
    const told = queryClient
      .ensureQueryData(contractQueries.allOfPage())
      .then(({ items }) =>
        Promise.all(toldContracts(items).map((contract) => prefetchNeedsYou(queryClient, contract))),
      );
    return Promise.all([queryClient.ensureQueryData(datacloudQueries.all()), told]);
  },
  component: Dataclouds,
});

function Dataclouds() {
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  const contracts = useSuspenseQuery(contractQueries.all()).data.items;
  const dialog = useUpgradeCheck(contracts, search.checkVersion === true);
  return (
    <>
      <DatacloudsPage
        search={search}
        onSearch={(patch) =>
          void navigate({ search: (now) => ({ ...now, ...patch }), replace: true, resetScroll: false })
        }
      />
      {dialog}
    </>
  );
}
