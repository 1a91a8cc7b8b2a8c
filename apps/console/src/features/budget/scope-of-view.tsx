import { useQuery } from '@tanstack/react-query';
import type { BudgetFilter } from '@usance/api/billing/budget';
import type { CostView } from '@usance/api/billing/cost-view';
import { useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { ChoiceField } from '../../ui/field/choice-field.tsx';
import { costViewQueries } from '../cost-view/cost-view.queries.ts';
import { filterWord } from '../purchase/search/purchase-filters.ts';
import classes from './scope-fields.module.css';

interface ScopeOfViewProps {
  contractId: string;
  onChange: (filter: BudgetFilter) => void;
}

/** Fills the fields with the filters of a saved view. It is a copy, and names the filters that a budget cannot take. */
export function ScopeOfView({ contractId, onChange }: ScopeOfViewProps) {
  const { data } = useQuery(costViewQueries.all(contractId));
  const [chosen, setChosen] = useState<CostView>();
  if (data === undefined || data.items.length === 0) return null;
  const left = chosen && leftOut(chosen.analysis.filter);
  return (
    <div>
      <ChoiceField
        label={m.budget_scope_view()}
        placeholder={m.budget_scope_view_choose()}
        value={chosen?.id ?? null}
        options={data.items.map(({ id, name, isMine, maker }) => ({
          value: id,
          label: isMine ? name : `${name} · ${maker}`,
        }))}
        onChange={(id) => {
          const view = data.items.find((each) => each.id === id);
          setChosen(view);
          if (view) onChange(scopeOf(view.analysis.filter));
        }}
      />
      {chosen && (
        <p role="status" className={`${classes.chosen} ${classes.copied}`}>
          {m.budget_scope_view_copied()}
          {left && ` ${m.budget_scope_view_left({ filters: left })}`}
        </p>
      )}
    </div>
  );
}

type ViewFilter = CostView['analysis']['filter'];

/** Returns the filters that a budget can take. */
function scopeOf({ datacloudID, cloudProvider, region, product, tag }: ViewFilter): BudgetFilter {
  return {
    ...(datacloudID && { datacloudID }),
    ...(cloudProvider && { cloudProvider }),
    ...(region && { region }),
    ...(product && { product }),
    ...(tag && { tag }),
  };
}

const others = ['edition', 'type', 'subType', 'billingItem', 'objectID'] as const;

/** Returns the names of the other filters; empty without any. */
function leftOut(filter: ViewFilter): string {
  return others.flatMap((key) => (filter[key] === undefined ? [] : [filterWord[key]()])).join(', ');
}
