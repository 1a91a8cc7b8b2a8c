import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import { type ReactNode, useMemo } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { FindField, seenAtAGlance } from '../../ui/search/find-field.tsx';
import { useFind } from '../../ui/search/use-find.ts';
import { BillingLink } from '../contract/billing-link.tsx';
import { contractQueries } from '../contract/contract.queries.ts';
import { CostsNotShared } from './cost/costs-not-shared.tsx';
import { FailedCosts } from './cost/failed-costs.tsx';
import { CreateDatacloudButton } from './create-datacloud-button.tsx';
import { datacloudQueries } from './datacloud.queries.ts';
import { ContractDatacloudTable } from './datacloud-table.tsx';
import { fittingDataclouds } from './fitting-dataclouds.ts';

interface ContractDatacloudsPageProps {
  contractId: string;
  /** The initial search text. */
  find: string;
  onFind: (text: string) => void;
}

/** All data clouds of one contract, in a table. */
export function ContractDatacloudsPage({ contractId, find, onFind }: ContractDatacloudsPageProps) {
  const contract = useSuspenseQuery(contractQueries.detail(contractId)).data;
  const { permissions } = contract;
  const create = <CreateDatacloudButton contracts={[contract]} contractId={contractId} />;
  return (
    <>
      <PageHeader title={m.datacloud_list()} actions={create} />
      {permissions?.canReadDataclouds ? (
        <OfContract
          contractId={contractId}
          find={find}
          onFind={onFind}
          create={permissions.canCreateDatacloud && create}
          mayChange={permissions.canDeleteDatacloud}
          contract={contract}
        />
      ) : (
        <Empty
          title={m.datacloud_may_not_read()}
          action={permissions?.canReadBilling && <BillingLink contractId={contractId} />}
        >
          {m.datacloud_may_not_read_hint()}
        </Empty>
      )}
    </>
  );
}

interface OfContractProps extends ContractDatacloudsPageProps {
  /** The button to create the first one, if the reader may. */
  create: ReactNode;
  mayChange: boolean;
  contract: Contract;
}

function OfContract({ contractId, create, mayChange, contract, find: first, onFind }: OfContractProps) {
  const { data, error, refetch } = useQuery(datacloudQueries.ofContract(contractId));
  const { typed, find, type, clear } = useFind(first, onFind);
  const rows = useMemo(() => data && fittingDataclouds(data.items, find), [data, find]);
  return (
    <>
      {((data?.items.length ?? 0) > seenAtAGlance || typed !== '') && (
        <FindField label={m.datacloud_search()} hint={m.datacloud_search_hint()} value={typed} onChange={type} />
      )}
      {data && data.items.length > 0 && !contract.permissions?.canReadCosts && <CostsNotShared />}
      {contract.permissions?.canReadCosts && <FailedCosts contracts={[contract]} />}
      <ContractDatacloudTable
        rows={rows}
        mayChange={mayChange}
        billed={contract.permissions?.canReadCosts ? contract : undefined}
        error={data === undefined ? error : null}
        onRetry={() => void refetch()}
        onClearFilters={clear}
        empty={<NoDataclouds state={contract.state} create={create} />}
      />
    </>
  );
}

/** Only an active contract can get a first data cloud; those of a renewed one are under its successor. */
function NoDataclouds({ state, create }: Pick<OfContractProps, 'create'> & Pick<Contract, 'state'>) {
  if (state === 'Active')
    return (
      <Empty title={m.datacloud_empty()} action={create}>
        {m.datacloud_empty_hint()}
      </Empty>
    );
  return (
    <Empty title={m.datacloud_none()}>{state === 'Renewed' ? m.datacloud_went_over() : m.contract_not_active()}</Empty>
  );
}
