import { createFileRoute, redirect, useCanGoBack, useRouter } from '@tanstack/react-router';
import { contractQueries } from '../../features/contract/contract.queries.ts';
import { CreateDatacloudPage } from '../../features/datacloud/creating/create-datacloud-page.tsx';
import { firstInService } from '../../features/datacloud/creating/first-in-service.ts';
import { createDatacloudSearch } from '../../features/datacloud/datacloud-search.ts';
import * as m from '../../i18n/messages.gen.ts';

export const Route = createFileRoute('/_auth/create-datacloud')({
  staticData: { section: 'home', label: m.datacloud_create },
  validateSearch: createDatacloudSearch,
  loaderDeps: ({ search: { contract } }) => ({ contract }),
  loader: async ({ context: { queryClient }, deps: { contract } }) => {
    const { items } = await queryClient.ensureQueryData(contractQueries.allOfPage());
    if (items.length === 0) throw redirect({ to: '/dataclouds' });
    // A user who came from a contract means that one; the data cloud must not silently go to another.
    return { first: contract === undefined ? firstInService(queryClient, items) : Promise.resolve(contract) };
  },
  component: CreateDatacloud,
});

function CreateDatacloud() {
  const { first } = Route.useLoaderData();
  const navigate = Route.useNavigate();
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  const toDataclouds = () => navigate({ to: '/dataclouds' });
  return (
    <CreateDatacloudPage
      first={first}
      // The first page of a tab has no page of ours behind it.
      onBack={canGoBack ? () => history.back() : toDataclouds}
      onCreated={toDataclouds}
    />
  );
}
