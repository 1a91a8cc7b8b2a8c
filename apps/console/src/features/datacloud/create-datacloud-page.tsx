import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract';
import { Suspense, use } from 'react';
import { m } from '../../paraglide/messages.js';
import { Empty } from '../../ui/feedback/empty.tsx';
import { useDelayed } from '../../ui/feedback/use-delayed.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { contractQueries } from '../contract/contract.queries.ts';
import { CreateDatacloudForm } from './create-datacloud-form.tsx';
import classes from './create-datacloud-page.module.css';

interface CreateDatacloudPageProps {
  /** The contract that is chosen at first, where the reader may create a data cloud in it; the page is there before. */
  first: Promise<string | undefined>;
  onBack: () => void;
  onCreated: () => void;
}

/** The form for a new data cloud, over the contracts in which the reader may create one. */
export function CreateDatacloudPage({ first, onBack, onCreated }: CreateDatacloudPageProps) {
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
        <Suspense fallback={<OnItsWay />}>
          <FormOf first={first} contracts={allowed} onCreated={onCreated} />
        </Suspense>
      )}
    </>
  );
}

interface FormOfProps extends Pick<CreateDatacloudPageProps, 'first' | 'onCreated'> {
  contracts: readonly Contract[];
}

function FormOf({ first, contracts, onCreated }: FormOfProps) {
  const contractId = use(first);
  return (
    <CreateDatacloudForm
      contracts={contracts}
      initialContractId={contracts.find(({ id }) => id === contractId)?.id}
      onCreated={onCreated}
    />
  );
}

/** As high as the four fields to come. */
function OnItsWay() {
  const isLate = useDelayed(true);
  return (
    <div className={classes.waiting} data-shown={isLate || undefined} aria-busy="true">
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}
