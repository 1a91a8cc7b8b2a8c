import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { useUpgrade } from '../../features/billing-version/use-upgrade.tsx';
import { contractQueries } from '../../features/contract/contract.queries.ts';
import { contractSearch } from '../../features/contract/list/contract-search.ts';
import { ContractsPage } from '../../features/contract/list/contracts-page.tsx';
import * as m from '../../i18n/messages.gen.ts';
import { IconFileCertificate } from '../../ui/icon/icons.tsx';
import { defaultsOf } from '../../ui/search/search.ts';

export const Route = createFileRoute('/_auth/contracts/')({
  staticData: {
    menu: 'home',
    icon: IconFileCertificate,
    order: 20,
    goKey: 't',
    label: m.contract_list,
    crumb: () => '',
  },
  validateSearch: contractSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(contractSearch))] },
  loader: ({ context }) => context.queryClient.ensureQueryData(contractQueries.allOfPage()),
  component: Contracts,
});

function Contracts() {
  const navigate = Route.useNavigate();
  const { upgrade, dialog } = useUpgrade(useSuspenseQuery(contractQueries.all()).data.items);
  return (
    <>
      <ContractsPage
        search={Route.useSearch()}
        onSearch={(patch) =>
          void navigate({ search: (now) => ({ ...now, ...patch }), replace: true, resetScroll: false })
        }
        onUpgrade={upgrade}
      />
      {dialog}
    </>
  );
}
