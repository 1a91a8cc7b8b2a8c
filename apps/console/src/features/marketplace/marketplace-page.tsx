import { useSuspenseQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import { useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { contractQueries } from '../contract/contract.queries.ts';
import { CreateContractButton } from '../contract/create-contract-button.tsx';
import { LinkForm } from './link-form.tsx';
import { Linked } from './linked.tsx';
import type { MarketplaceSearch } from './marketplace-search.ts';

interface MarketplacePageProps {
  search: MarketplaceSearch;
  /** Called once the token is used. */
  onLinked: () => void;
}

/** Links the subscription of a registration token to one of the reader's contracts. */
export function MarketplacePage({ search, onLinked }: MarketplacePageProps) {
  const { items: contracts } = useSuspenseQuery(contractQueries.all()).data;
  const [linked, setLinked] = useState<Contract>();
  if (linked) return <Linked contract={linked} />;
  return (
    <>
      <PageHeader title={m.marketplace_title()} lead={m.marketplace_lead()} />
      {contracts.length === 0 ? (
        // The address keeps the token, and the form appears with the contract.
        <Empty title={m.marketplace_no_contract()} action={<CreateContractButton onCreated={() => undefined} />}>
          {m.marketplace_no_contract_hint()}
        </Empty>
      ) : (
        <LinkForm
          search={search}
          contracts={contracts}
          onLinked={(contract) => {
            setLinked(contract);
            onLinked();
          }}
        />
      )}
    </>
  );
}
