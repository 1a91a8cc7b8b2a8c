import { useQuery } from '@tanstack/react-query';
import type { BudgetFilter } from '@usance/api/billing/budget';
import { dayMs } from '@usance/period/instant';
import { useState } from 'react';
import { consoleNow } from '../../api/product-time.ts';
import * as m from '../../i18n/messages.gen.ts';
import type { Option } from '../../ui/field/option-list.tsx';
import { datacloudOptions, plainOptions, tagName, tagOptions } from '../purchase/filter/filter-options.ts';
import { FilterSelect } from '../purchase/filter/filter-select.tsx';
import { purchaseQueries } from '../purchase/search/purchase.queries.ts';
import classes from './scope-fields.module.css';

interface ScopeFieldsProps {
  contractId: string;
  filter: BudgetFilter;
  onChange: (filter: BudgetFilter) => void;
}

type Choosable = 'datacloudID' | 'tag' | 'product';

/** The usage that a budget counts, chosen from the usage of the last months. Without a choice, it counts all. */
export function ScopeFields({ contractId, filter, onChange }: ScopeFieldsProps) {
  const [recent] = useState(recentDays);
  const { data: used } = useQuery(purchaseQueries.distinct(contractId, recent));
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
      {select('datacloudID', m.budget_scope_dataclouds(), datacloudOptions(used?.dataclouds ?? []))}
      {select('tag', m.budget_scope_tags(), tagOptions(used?.tags ?? []))}
      {select('product', m.budget_scope_products(), plainOptions(used?.products))}
    </fieldset>
  );
}

/** A field without a choice is left out, because an empty one would count nothing. */
function changed(filter: BudgetFilter, of: Choosable, values: string[]): BudgetFilter {
  const { [of]: _, ...others } = filter;
  return values.length === 0 ? others : { ...others, [of]: values };
}

function recentDays(): { start: number; end: number } {
  const end = consoleNow();
  return { start: end - 92 * dayMs, end };
}
