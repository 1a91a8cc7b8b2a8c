import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { edition } from '@usance/api/cloud';
import type { Contract } from '@usance/api/contract/contract';
import { createDatacloudBody, dataclouds } from '@usance/api/contract/datacloud';
import type { Region } from '@usance/api/contract/region';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { isPlatformGrantWanting } from '../../../api/platform-grant-state.ts';
import * as m from '../../../i18n/messages.gen.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { notify } from '../../../ui/feedback/message/notify.tsx';
import { ChoiceField } from '../../../ui/field/choice-field.tsx';
import { FormRefusal } from '../../../ui/form/form-refusal.tsx';
import { useCallForm } from '../../../ui/form/use-call-form.ts';
import { cloudWord, editionWord } from '../../cloud/cloud-words.ts';
import { regionQueries } from '../../region/region.queries.ts';
import { regionWord } from '../../region/region-words.ts';
import { datacloudQueries } from '../datacloud.queries.ts';
import classes from './create-datacloud-form.module.css';

interface CreateDatacloudFormProps {
  /** The contracts in which the reader may create one. */
  contracts: readonly Contract[];
  /** Undefined if the reader has to choose. */
  initialContractId: string | undefined;
  onCreated: () => void;
  /** Shown below the form, for what is chosen in it. */
  below?: (chosen: { contractId: string; edition: string; regionID: string }) => ReactNode;
}

/** Name, contract, edition and region of a new data cloud, with the call's own rules. */
export function CreateDatacloudForm({ contracts, initialContractId, onCreated, below }: CreateDatacloudFormProps) {
  const queryClient = useQueryClient();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [firstName] = useState(defaultName);
  const { form, submit } = useCallForm({
    body: createDatacloudBody,
    initialValues: {
      name: firstName,
      contractId: initialContractId ?? '',
      edition: 'ENTERPRISE',
      regionID: '',
    },
  });
  const { data: regions, error: unknown, refetch } = useQuery(regionQueries.all(form.values.contractId));
  const { name, regionID } = form.values;
  const { setFieldValue } = form;
  useEffect(() => {
    // Another contract may not be served in the chosen region.
    const first = regions?.items[0]?.id;
    if (first !== undefined && !regions?.items.some(({ id }) => id === regionID)) setFieldValue('regionID', first);
  }, [regions, regionID, setFieldValue]);
  const create = useMutation({
    mutationFn: (values: typeof form.values) =>
      call(dataclouds.create, {
        body: createDatacloudBody.parse(values),
        idempotencyKey: `${idempotencyKey}-${values.name}`,
      }),
    meta: { ignoreError: true },
    onSuccess: () => {
      notify.success(m.datacloud_created());
      void queryClient.invalidateQueries({ queryKey: ['datacloud'] });
      onCreated();
    },
    onError: (error) => isNameTaken(error) && form.getInputNode('name')?.focus(),
  });
  const { error, variables } = create;
  const wasTaken = isNameTaken(error) && variables?.name === name && variables.regionID === regionID;
  // The generated name is unique, so it is not checked.
  const isTaken = useNameTaken(name === firstName ? '' : name, regionID) || wasTaken;
  return (
    <div className={classes.columns}>
      <form noValidate className={classes.form} onSubmit={submit((values) => create.mutate(values))}>
        <TextInput
          label={m.datacloud_name()}
          description={m.datacloud_name_hint()}
          required
          errorProps={{ role: 'alert' }}
          {...form.getInputProps('name')}
          {...(isTaken && { error: m.refusal_datacloud_exists() })}
        />
        <ChoiceField
          label={m.datacloud_contract()}
          placeholder={m.datacloud_choose_contract()}
          required
          options={contracts.map(({ id, tags }) => ({ value: id, label: tags }))}
          {...form.getInputProps('contractId')}
          {...(form.errors['contractId'] && { error: m.datacloud_choose_contract() })}
        />
        <ChoiceField
          label={m.datacloud_edition()}
          description={m.datacloud_edition_hint()}
          required
          options={edition.options.map((value) => ({ value, label: editionWord[value]() }))}
          {...form.getInputProps('edition')}
        />
        <ChoiceField
          label={m.datacloud_region()}
          required
          options={regionChoices(regions?.items ?? [])}
          {...form.getInputProps('regionID')}
        />
        {unknown && !regions && (
          <Failure error={unknown} title={m.datacloud_regions_failed()} onRetry={() => void refetch()} />
        )}
        <FormRefusal error={isNameTaken(error) || isPlatformGrantWanting(error) ? undefined : error} />
        <Button type="submit" loading={create.isPending} className={classes.submit}>
          {m.datacloud_create()}
        </Button>
      </form>
      {below?.(form.values)}
    </div>
  );
}

/** True if the name is taken in this region, which the name field shows. */
function isNameTaken(error: Error | null): boolean {
  return error instanceof ApiError && error.reason === 'DATACLOUD_EXISTS';
}

/** Returns a name from the current time, so that the reader need not choose one. */
function defaultName(): string {
  return `dc_${Date.now()}`;
}

function regionChoices(regions: readonly Region[]) {
  return regions.map(({ id, name, region, cloud }) => ({
    value: id,
    label: `${regionWord(name)} · ${region}`,
    group: cloudWord[cloud](),
  }));
}

/** Waits until the reader pauses typing. */
const settledMs = 500;

/** True if the typed name is known to be taken in the region. */
function useNameTaken(name: string, regionID: string): boolean {
  const [settled] = useDebouncedValue(name, settledMs);
  const { data } = useQuery(datacloudQueries.exists(settled, regionID));
  return settled === name && data?.exists === true;
}
