import { Button, Checkbox } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import type { Option } from '../../../ui/field/option-list.tsx';
import { editionName } from '../../cloud/cloud-words.ts';
import { billingItemWord } from '../../sku/sku-words.ts';
import { type FilterKey, filterKeys, filterWord } from '../search/purchase-filters.ts';
import type { AddFilterProps } from './add-filter.tsx';
import classes from './filter-choice.module.css';
import {
  cloudOptions,
  datacloudOptions,
  type PurchaseFields,
  plainOptions,
  regionOptions,
  tagOptions,
} from './filter-options.ts';
import { FilterSelect } from './filter-select.tsx';
import { ObjectFilter } from './object-filter.tsx';

/** The filters by name; a chosen one shows its values. */
export function FilterChoice(props: AddFilterProps) {
  const [at, setAt] = useState<FilterKey>();
  const field = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    field.current?.querySelector<HTMLElement>(at === undefined ? 'button' : 'input')?.focus({ preventScroll: true });
  }, [at]);
  const { search, onChange } = props;
  if (at === undefined) {
    return (
      <div ref={field} className={classes.names}>
        {filterKeys.map((key) => (
          <button key={key} type="button" className={classes.name} onClick={() => setAt(key)}>
            {filterWord[key]()}
          </button>
        ))}
        <Checkbox
          label={m.purchase_nonzero()}
          checked={search.nonzero}
          onChange={(event) => onChange({ nonzero: event.currentTarget.checked })}
        />
      </div>
    );
  }
  return (
    <div ref={field} className={classes.names}>
      <ChosenFilter at={at} {...props} />
      <Button variant="subtle" size="compact-sm" onClick={() => setAt(undefined)}>
        {m.purchase_filters_back()}
      </Button>
    </div>
  );
}

function ChosenFilter({ at, contractId, range, search, fields, onChange }: AddFilterProps & { at: FilterKey }) {
  const chosen = search[at] ?? [];
  const choose = (values: string[]) => onChange({ [at]: values.length === 0 ? undefined : values });
  if (at === 'objectID') return <ObjectFilter {...{ contractId, range, chosen }} onChange={choose} />;
  return <FilterSelect label={filterWord[at]()} options={optionsOf(at, fields)} chosen={chosen} onChange={choose} />;
}

function optionsOf(key: Exclude<FilterKey, 'objectID'>, fields: PurchaseFields | undefined): Option[] {
  const regions = fields?.regions ?? [];
  const options: Record<typeof key, () => Option[]> = {
    cloud: () => cloudOptions(regions),
    region: () => regionOptions(regions),
    datacloudID: () => datacloudOptions(fields?.dataclouds ?? []),
    edition: () => (fields?.editions ?? []).map((value) => ({ value, label: editionName(value) })),
    product: () => plainOptions(fields?.products),
    type: () => plainOptions(fields?.types),
    subType: () => plainOptions(fields?.subTypes),
    billingItem: () => plainOptions(fields?.internalPriceNames, billingItemWord),
    tag: () => tagOptions(fields?.tags ?? []),
  };
  return options[key]();
}
