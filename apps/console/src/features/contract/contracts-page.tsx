import { useSuspenseQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Tiles } from '../../ui/page/tile.tsx';
import { contractQueries } from './contract.queries.ts';
import { ContractTile } from './contract-tile.tsx';
import { Welcome } from './welcome.tsx';

/** Every contract on which the reader holds a role. */
export function ContractsPage() {
  const { items } = useSuspenseQuery(contractQueries.all()).data;
  return (
    <>
      <PageHeader title={m.contract_list()} lead={m.contract_list_lead()} />
      {items.length === 0 ? (
        <Welcome />
      ) : (
        <Tiles>
          {items.map((contract) => (
            <ContractTile key={contract.id} contract={contract} />
          ))}
        </Tiles>
      )}
    </>
  );
}
