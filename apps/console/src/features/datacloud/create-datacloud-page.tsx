import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { Empty } from '../../ui/feedback/empty.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { contractQueries } from '../contract/contract.queries.ts';
import { CreateDatacloudForm } from './create-datacloud-form.tsx';

interface CreateDatacloudPageProps {
  /** The contract that is chosen at first, where the reader may create a data cloud in it. */
  contractId: string | undefined;
  onBack: () => void;
  onCreated: () => void;
}

/** The form for a new data cloud, over the contracts in which the reader may create one. */
export function CreateDatacloudPage({ contractId, onBack, onCreated }: CreateDatacloudPageProps) {
  const { items } = useSuspenseQuery(contractQueries.all()).data;
  const allowed = items.filter((each) => each.permissions?.canCreateDatacloud);
  return (
    <>
      <PageHeader
        title={m.datacloud_create()}
        actions={
          <Button variant="default" leftSection={<IconArrowLeft size={16} />} onClick={onBack}>
            {m.datacloud_back()}
          </Button>
        }
      />
      {allowed.length === 0 ? (
        <Empty title={m.datacloud_may_not_create()}>{m.datacloud_may_not_create_hint()}</Empty>
      ) : (
        <CreateDatacloudForm
          contracts={allowed}
          initialContractId={allowed.find(({ id }) => id === contractId)?.id}
          onCreated={onCreated}
        />
      )}
    </>
  );
}
