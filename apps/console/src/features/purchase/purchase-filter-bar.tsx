import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CallReply } from '@usance/api/call';
import type { distinctPurchaseFields } from '@usance/api/purchase';
import type { Range } from '@usance/period/range';
import { m } from '../../paraglide/messages.js';
import { cloudOptions, editionName, plainOptions, regionOptions } from './filter-options.ts';
import { type FilterOption, FilterSelect } from './filter-select.tsx';
import { ObjectFilter } from './object-filter.tsx';
import classes from './purchase.module.css';
import { usageQueries } from './purchase.queries.ts';
import { UsageChips } from './purchase-chips.tsx';
import { type FilterKey, filterWord } from './purchase-filters.ts';
import type { ChangeSearch, UsageSearch } from './purchase-search.ts';

interface UsageFilterBarProps {
  contractId: string;
  range: Range;
  search: UsageSearch;
  onChange: ChangeSearch;
}

/** All filters of the screen. The lists offer what the range has. */
export function UsageFilterBar({ contractId, range, search, onChange }: UsageFilterBarProps) {
  const { data } = useQuery(usageQueries.distinct(contractId, { start: range.start, end: range.end }));
  return (
    <search className={classes.filters} aria-label={m.usage_filters()}>
      <div className={classes.filterFields}>
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
          label={m.usage_nonzero()}
          checked={search.nonzero}
          onChange={(event) => onChange({ nonzero: event.currentTarget.checked })}
          className={classes.nonzero}
        />
      </div>
      <UsageChips search={search} dataclouds={data?.dataclouds ?? []} onChange={onChange} />
    </search>
  );
}

type Fields = CallReply<typeof distinctPurchaseFields>;

function optionsOf(fields: Fields | undefined): [FilterKey, FilterOption[]][] {
  const regions = fields?.regions ?? [];
  return [
    ['cloud', cloudOptions(regions)],
    ['region', regionOptions(regions)],
    ['datacloudID', (fields?.dataclouds ?? []).map(({ id, name }) => ({ value: id, label: name || id }))],
    ['edition', (fields?.editions ?? []).map((value) => ({ value, label: editionName(value) }))],
    ['product', plainOptions(fields?.products)],
    ['type', plainOptions(fields?.types)],
    ['subType', plainOptions(fields?.subTypes)],
    ['billingItem', plainOptions(fields?.internalPriceNames)],
  ];
}
