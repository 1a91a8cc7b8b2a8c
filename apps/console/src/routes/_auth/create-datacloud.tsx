import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
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
  return (
    <CreateDatacloudPage
      contractId={contract}
      onBack={() => history.back()}
      onCreated={() => navigate({ to: '/dataclouds' })}
    />
  );
}
