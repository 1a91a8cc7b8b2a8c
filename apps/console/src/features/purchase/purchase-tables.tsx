import type { Contract } from '@usance/api/contract/contract';
import type { PurchasePeriod } from '@usance/period/purchase-period';
import type { Ref } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { Segments } from '../../ui/field/segments.tsx';
import { Section } from '../../ui/page/section.tsx';
import { FocusExportButton } from '../focus-export/focus-export-button.tsx';
import { DownloadButton } from './detail/download-button.tsx';
import { PurchaseTable } from './detail/purchase-table.tsx';
import { GroupTable } from './groups/group-table.tsx';
import { useComparedDays } from './groups/use-compared-days.ts';
import classes from './purchase-tables.module.css';
import { spellRange } from './search/purchase-days.ts';
import { callFilters, tableRange } from './search/purchase-filters.ts';
import type { ChangePurchaseSearch, PurchaseSearch } from './search/purchase-search.ts';

interface PurchaseTablesProps {
  contract: Contract;
  search: PurchaseSearch;
  period: PurchasePeriod;
  onChange: ChangePurchaseSearch;
  /** The target of choosing a part of a chart. */
  ref: Ref<HTMLDivElement>;
}

/** The amounts behind the chart: by group, or all rows with their download. */
export function PurchaseTables({ contract, search, period, onChange, ref }: PurchaseTablesProps) {
  const shown = tableRange(search, period.range, contract.billingZone);
  const isGrouped = search.view === 'groups';
  const days = useComparedDays(contract, search, period);
  const note =
    isGrouped && days !== undefined
      ? m.purchase_groups_note({
          now: spellRange(days.now, contract.billingZone),
          before: spellRange(days.before, contract.billingZone),
        })
      : spellRange(shown, contract.billingZone);
  return (
    <div ref={ref} tabIndex={-1} className={classes.details}>
      <Section
        title={isGrouped ? m.purchase_groups() : m.purchase_details()}
        note={note}
        actions={
          <div className={classes.tools}>
            {/* The export has statements and their payments, too. */}
            {contract.permissions?.canReadBilling && <FocusExportButton contract={contract} besideFilters />}
            <DownloadButton
              contractId={contract.id}
              query={{ ...callFilters(search, shown), start: shown.start, end: shown.end }}
            />
            <Segments
              label={m.purchase_view()}
              value={search.view}
              options={[
                { value: 'groups', label: m.purchase_groups() },
                { value: 'rows', label: m.purchase_all_rows() },
              ]}
              onChange={(view) => onChange({ view, page: 1, open: undefined, day: undefined })}
            />
          </div>
        }
      >
        {isGrouped ? (
          <GroupTable contract={contract} search={search} period={period} onChange={onChange} />
        ) : (
          <PurchaseTable contract={contract} search={search} range={shown} onChange={onChange} />
        )}
      </Section>
    </div>
  );
}
