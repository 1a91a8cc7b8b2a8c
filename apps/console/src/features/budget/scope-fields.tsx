import { useQuery } from '@tanstack/react-query';
import type { BudgetFilter } from '@usance/api/billing/budget';
import { cloudProvider } from '@usance/api/cloud';
import { dayMs } from '@usance/period/instant';
import { useState } from 'react';
import { consoleNow } from '../../api/product-time.ts';
import * as m from '../../i18n/messages.gen.ts';
import type { Option } from '../../ui/field/option-list.tsx';
import {
  cloudOptions,
  datacloudOptions,
  plainOptions,
  regionOptions,
  tagName,
  tagOptions,
} from '../purchase/filter/filter-options.ts';
import { FilterSelect } from '../purchase/filter/filter-select.tsx';
import { purchaseQueries } from '../purchase/search/purchase.queries.ts';
import classes from './scope-fields.module.css';
import { ScopeOfView } from './scope-of-view.tsx';

interface ScopeFieldsProps {
  contractId: string;
  filter: BudgetFilter;
  onChange: (filter: BudgetFilter) => void;
}

type Choosable = keyof BudgetFilter;

/** The usage that a budget counts, chosen from the usage of the last months. Without a choice, it counts all. */
export function ScopeFields({ contractId, filter, onChange }: ScopeFieldsProps) {
  const [recent] = useState(recentDays);
  const { data: used } = useQuery(purchaseQueries.distinct(contractId, recent));
  const regions = used?.regions ?? [];
  const select = (of: Choosable, label: string, options: readonly Option[]) => {
    const chosen = filter[of] ?? [];
    const nameOf = (value: string) =>
      options.find((option) => option.value === value)?.label ?? (of === 'tag' ? tagName(value) : value);
    return (
      <div>
        <FilterSelect
          label={label}
          options={options}
          chosen={chosen}
          onChange={(values) => onChange(changed(filter, of, values))}
        />
        {chosen.length > 0 && <p className={classes.chosen}>{chosen.map(nameOf).join(', ')}</p>}
      </div>
    );
  };
  return (
    <fieldset className={classes.fields}>
      <legend className={classes.legend}>{m.budget_scope()}</legend>
      <p className={classes.hint}>{m.budget_scope_hint()}</p>
      <ScopeOfView contractId={contractId} onChange={onChange} />
      {select('datacloudID', m.budget_scope_dataclouds(), datacloudOptions(used?.dataclouds ?? []))}
      {select('tag', m.budget_scope_tags(), tagOptions(used?.tags ?? []))}
      {select('product', m.budget_scope_products(), plainOptions(used?.products))}
      {select('cloudProvider', m.budget_scope_clouds(), cloudOptions(regions))}
      {select('region', m.budget_scope_regions(), regionOptions(regions))}
    </fieldset>
  );
}

/** A field without a choice is left out, because an empty one would count nothing. */
function changed(filter: BudgetFilter, of: Choosable, values: string[]): BudgetFilter {
  const { [of]: _, ...others } = filter;
  if (values.length === 0) return others;
  if (of === 'cloudProvider')
    return { ...others, cloudProvider: cloudProvider.options.filter((each) => values.includes(each)) };
  return { ...others, [of]: values };
}

function recentDays(): { start: number; end: number } {
  const end = consoleNow();
  return { start: end - 92 * dayMs, end };
}
