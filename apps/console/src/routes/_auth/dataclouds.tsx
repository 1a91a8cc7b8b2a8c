import { IconCloud } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { contractQueries } from '../../features/contract/contract.queries.ts';
import { datacloudQueries } from '../../features/datacloud/datacloud.queries.ts';
import { datacloudSearch } from '../../features/datacloud/datacloud-search.ts';
import { DatacloudsPage } from '../../features/datacloud/dataclouds-page.tsx';
import { m } from '../../paraglide/messages.js';

export const Route = createFileRoute('/_auth/dataclouds')({
  staticData: { menu: 'home', icon: IconCloud, order: 10, label: m.datacloud_list },
  validateSearch: datacloudSearch,
  loader: ({ context }) =>
    Promise.all([
      context.queryClient.ensureQueryData(contractQueries.allOfPage()),
      context.queryClient.ensureQueryData(datacloudQueries.all()),
    ]),
  component: Dataclouds,
});

function Dataclouds() {
  const navigate = Route.useNavigate();
  return (
    <DatacloudsPage
      search={Route.useSearch()}
      onPage={(page) => navigate({ search: (now) => ({ ...now, page }), replace: true })}
      onView={(view) => navigate({ search: (now) => ({ ...now, view }), replace: true })}
    />
  );
}
