import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Range } from '@usance/period/range';
import { memo } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import type { Option } from '../../../ui/field/option-list.tsx';
import { editionName } from '../../cloud/cloud-words.ts';
import { billingItemWord } from '../../sku/sku-words.ts';
import { purchaseQueries } from '../search/purchase.queries.ts';
import { type FilterKey, filterWord, hasFilters } from '../search/purchase-filters.ts';
import type { ChangePurchaseSearch, PurchaseSearch } from '../search/purchase-search.ts';
import { cloudOptions, datacloudOptions, type PurchaseFields, plainOptions, regionOptions } from './filter-options.ts';
import { FilterSelect } from './filter-select.tsx';
import { ObjectFilter } from './object-filter.tsx';
import { PurchaseChips } from './purchase-chips.tsx';
import classes from './purchase-filter-bar.module.css';

interface PurchaseFilterBarProps {
  contractId: string;
  range: Range;
  search: PurchaseSearch;
  onChange: ChangePurchaseSearch;
}

/** All filters of the screen, with the values of the range. */
export const PurchaseFilterBar = memo(function PurchaseFilterBar({
  contractId,
  range,
  search,
  onChange,
}: PurchaseFilterBarProps) {
  const { data } = useQuery(purchaseQueries.distinct(contractId, { start: range.start, end: range.end }));
  return (
    <search className={classes.filters} aria-label={m.purchase_filters()}>
      <div className={classes.fields} data-screen-only>
        {optionsOf(data).map(([key, options]) => (
          <FilterSelect
            key={key}
            label={filterWord[key]()}
            options={options}
            chosen={search[key] ?? []}
            onChange={(chosen) => onChange({ [key]: chosen.length === 0 ? undefined : chosen })}
          />
        ))}
        <ObjectFilter chosen={search.objectID ?? []} onChange={(objectID) => onChange({ objectID })} />
        <Checkbox
          label={m.purchase_nonzero()}
          checked={search.nonzero}
          onChange={(event) => onChange({ nonzero: event.currentTarget.checked })}
          className={classes.nonzero}
        />
      </div>
      {!hasFilters(search) && <p data-print-only>{m.purchase_filters_none()}</p>}
      <PurchaseChips search={search} fields={data} onChange={onChange} />
    </search>
  );
});

function optionsOf(fields: PurchaseFields | undefined): [FilterKey, Option[]][] {
  const regions = fields?.regions ?? [];
  return [
    ['cloud', cloudOptions(regions)],
    ['region', regionOptions(regions)],
    ['datacloudID', datacloudOptions(fields?.dataclouds ?? [])],
    ['edition', (fields?.editions ?? []).map((value) => ({ value, label: editionName(value) }))],
    ['product', plainOptions(fields?.products)],
    ['type', plainOptions(fields?.types)],
    ['subType', plainOptions(fields?.subTypes)],
    ['billingItem', plainOptions(fields?.internalPriceNames, billingItemWord)],
  ];
}
