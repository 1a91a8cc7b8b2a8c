import { IconFileCertificate } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { contractQueries } from '../../features/contract/contract.queries.ts';
import { ContractTile } from '../../features/contract/contract-tile.tsx';
import { Welcome } from '../../features/contract/welcome.tsx';
import { m } from '../../paraglide/messages.js';
import { PageHeader } from '../../ui/page/page-header.tsx';
import classes from '../../ui/page/tile.module.css';

export const Route = createFileRoute('/_auth/contracts/')({
  staticData: { menu: 'home', icon: IconFileCertificate, order: 20, label: m.contract_list, crumb: () => '' },
  loader: ({ context }) => context.queryClient.ensureQueryData(contractQueries.all()),
  component: Contracts,
});

function Contracts() {
  const { items } = useSuspenseQuery(contractQueries.all()).data;
  return (
    <>
      <PageHeader title={m.contract_list()} lead={m.contract_list_lead()} />
      {items.length === 0 ? (
        <Welcome />
      ) : (
        <div className={classes.tiles}>
          {items.map((contract) => (
            <ContractTile key={contract.id} contract={contract} />
          ))}
        </div>
      )}
    </>
  );
}
