import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Empty } from '../../ui/feedback/empty.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { contractQueries } from '../contract/contract.queries.ts';
import { CreateDatacloudButton } from './create-datacloud-button.tsx';
import { datacloudQueries } from './datacloud.queries.ts';
import { DatacloudFind, fewDataclouds } from './datacloud-find.tsx';
import { ContractDatacloudTable } from './datacloud-table.tsx';
import { fittingDataclouds } from './fitting-dataclouds.ts';

/** Every data cloud of one contract, in one table. */
export function ContractDatacloudsPage({ contractId }: { contractId: string }) {
  const { tags, permissions } = useSuspenseQuery(contractQueries.detail(contractId)).data;
  const mayCreate = permissions?.canCreateDatacloud === true;
  return (
    <>
      <PageHeader
        title={tags}
        lead={m.datacloud_list()}
        actions={<CreateDatacloudButton enabled={mayCreate} contractId={contractId} />}
      />
      {permissions?.canReadDataclouds ? (
        <OfContract contractId={contractId} mayCreate={mayCreate} mayDelete={permissions.canDeleteDatacloud} />
      ) : (
        <Empty title={m.datacloud_may_not_read()}>{m.datacloud_may_not_read_hint()}</Empty>
      )}
    </>
  );
}

interface OfContractProps {
  contractId: string;
  mayCreate: boolean;
  mayDelete: boolean;
}

function OfContract({ contractId, mayCreate, mayDelete }: OfContractProps) {
  const { data, error, refetch } = useQuery(datacloudQueries.ofContract(contractId));
  const [typed, setTyped] = useState('');
  const find = useDeferredValue(typed);
  const rows = useMemo(() => data && fittingDataclouds(data.items, find), [data, find]);
  return (
    <>
      {((data?.items.length ?? 0) > fewDataclouds || typed !== '') && (
        <DatacloudFind value={typed} onChange={setTyped} />
      )}
      <ContractDatacloudTable
        rows={rows}
        mayDelete={mayDelete}
        error={data === undefined ? error : null}
        onRetry={() => void refetch()}
        onClearFilters={find === '' ? undefined : () => setTyped('')}
        empty={
          <Empty
            title={m.datacloud_empty()}
            action={mayCreate && <CreateDatacloudButton enabled contractId={contractId} />}
          >
            {m.datacloud_empty_hint()}
          </Empty>
        }
      />
    </>
  );
}
