import { Group } from '@mantine/core';
import * as m from '../../i18n/messages.gen.ts';
import { ChoiceField } from '../../ui/field/choice-field.tsx';
import { MonthRangeField } from '../../ui/field/month-field.tsx';
import type { BillingOverviewSearch } from './billing-overview-search.ts';
import type { ChangeBillingOverview } from './history-state.ts';

interface HistoryFiltersProps {
  of: 'cash' | 'frozen';
  /** The types of movements, in the reader's language. */
  types: readonly { value: string; label: string }[];
  search: BillingOverviewSearch;
  onChange: ChangeBillingOverview;
}

/** The type and month filters of one history. */
export function HistoryFilters({ of, types, search, onChange }: HistoryFiltersProps) {
  return (
    <Group gap={12} align="end">
      <ChoiceField
        label={m.ui_type()}
        placeholder={m.billing_overview_any_type()}
        options={types}
        value={search[`${of}Type`] ?? null}
        onChange={(type) => onChange({ [`${of}Type`]: type ?? undefined, [`${of}Page`]: 1 })}
        w={160}
        clearLabel={m.ui_clear_value({ name: m.ui_type() })}
      />
      <MonthRangeField
        label={m.billing_overview_range()}
        value={[search[`${of}From`] ?? null, search[`${of}To`] ?? null]}
        onChange={([from, to]) =>
          onChange({ [`${of}From`]: from ?? undefined, [`${of}To`]: to ?? undefined, [`${of}Page`]: 1 })
        }
      />
    </Group>
  );
}
