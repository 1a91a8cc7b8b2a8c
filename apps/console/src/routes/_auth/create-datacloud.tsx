import { createFileRoute, redirect, useCanGoBack, useRouter } from '@tanstack/react-router';
import { contractQueries } from '../../features/contract/contract.queries.ts';
import { CreateDatacloudPage } from '../../features/datacloud/create-datacloud-page.tsx';
import { createDatacloudSearch } from '../../features/datacloud/datacloud-search.ts';
import { m } from '../../paraglide/messages.js';

export const Route = createFileRoute('/_auth/create-datacloud')({
  staticData: { section: 'home', label: m.datacloud_create },
  validateSearch: createDatacloudSearch,
  loader: async ({ context }) => {
    const { items } = await context.queryClient.ensureQueryData(contractQueries.all());
    if (items.length === 0) throw redirect({ to: '/dataclouds' });
  },
  component: CreateDatacloud,
});

function CreateDatacloud() {
  const { contract } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  const toDataclouds = () => navigate({ to: '/dataclouds' });
  return (
    <CreateDatacloudPage
      contractId={contract}
      // Behind the first page of a tab there is nothing of ours.
      onBack={canGoBack ? () => history.back() : toDataclouds}
      onCreated={toDataclouds}
    />
  );
}
