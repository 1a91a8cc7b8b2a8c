import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { edition } from '@usance/api/cloud';
import type { Contract } from '@usance/api/contract/contract';
import { Suspense, use } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { useDelayed } from '../../../ui/feedback/use-delayed.ts';
import { IconArrowLeft } from '../../../ui/icon/icons.tsx';
import { Below, loadedBelow } from '../../../ui/late/below.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { contractQueries } from '../../contract/contract.queries.ts';
import { CreateDatacloudForm } from './create-datacloud-form.tsx';
import classes from './create-datacloud-page.module.css';

interface CreateDatacloudPageProps {
  /** The requested contract, or the one to begin with; the page renders before it is known. */
  first: Promise<string | undefined>;
  onBack: () => void;
  onCreated: () => void;
}

/** The form for a new data cloud, with the contracts in which the reader may create one. */
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
        <Suspense fallback={<LoadingPlaceholder />}>
          <FormOf first={first} contracts={items} allowed={allowed} onCreated={onCreated} />
        </Suspense>
      )}
    </>
  );
}

interface FormOfProps extends Pick<CreateDatacloudPageProps, 'first' | 'onCreated'> {
  contracts: readonly Contract[];
  allowed: readonly Contract[];
}

/** Uses no other contract than the requested one, unless the reader chooses it. */
function FormOf({ first, contracts, allowed, onCreated }: FormOfProps) {
  const asked = use(first);
  const isOpen = asked === undefined || allowed.some(({ id }) => id === asked);
  return (
    <>
      {!isOpen && <p className={classes.notThere}>{whyNotIn(contracts.find(({ id }) => id === asked))}</p>}
      <CreateDatacloudForm
        contracts={allowed}
        initialContractId={isOpen ? (asked ?? allowed[0]?.id) : undefined}
        onCreated={onCreated}
        below={({ contractId, ...place }) => (
          <Section title={m.price_list()} note={m.price_list_note()}>
            <Below>
              <ListPrices contractId={contractId} place={placeOf(place)} />
            </Below>
          </Section>
        )}
      />
    </>
  );
}

const ListPrices = loadedBelow(async () => (await import('../../price/list-prices.late.tsx')).ListPrices);

const placeOf = (chosen: { edition: string; regionID: string }) => ({
  edition: edition.parse(chosen.edition),
  regionID: chosen.regionID,
});

function whyNotIn(contract: Contract | undefined): string {
  if (contract === undefined) return m.datacloud_not_in_unknown();
  const { state, tags } = contract;
  return state === 'Active' ? m.datacloud_not_in_refused({ name: tags }) : m.datacloud_not_in_inactive({ name: tags });
}

/** A placeholder as high as the four fields. */
function LoadingPlaceholder() {
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
