import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import type { Range } from '@usance/period/range';
import type { Ref } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { Section } from '../../../ui/page/section.tsx';
import { FocusExportButton } from '../../focus-export/focus-export-button.tsx';
import { PurchaseChips } from '../filter/purchase-chips.tsx';
import { purchaseQueries } from '../search/purchase.queries.ts';
import { spellRange } from '../search/purchase-days.ts';
import { callFilters, tableRange } from '../search/purchase-filters.ts';
import type { ChangePurchaseSearch, PurchaseSearch } from '../search/purchase-search.ts';
import { DownloadButton } from './download-button.tsx';
import classes from './purchase-details.module.css';
import { PurchaseTable } from './purchase-table.tsx';

interface PurchaseDetailsProps {
  contract: Contract;
  search: PurchaseSearch;
  range: Range;
  onChange: ChangePurchaseSearch;
  /** True to repeat the chips when those above have scrolled out of view. */
  withChips: boolean;
  /** The target of choosing a part of a chart. */
  ref: Ref<HTMLDivElement>;
}

/** The rows behind the charts with their filters, and their download. */
export function PurchaseDetails({ contract, search, range, onChange, withChips, ref }: PurchaseDetailsProps) {
  const { data } = useQuery(purchaseQueries.distinct(contract.id, { start: range.start, end: range.end }));
  const shown = tableRange(search, range, contract.billingZone);
  return (
    <div ref={ref} tabIndex={-1} className={classes.details}>
      <Section title={m.purchase_details()} note={spellRange(shown, contract.billingZone)}>
        <PurchaseTable
          contract={contract}
          search={search}
          range={shown}
          onChange={onChange}
          toolbar={
            <div className={classes.tools}>
              {withChips && (
                <PurchaseChips search={search} fields={data} onChange={(patch) => onChange({ page: 1, ...patch })} />
              )}
              <FocusExportButton contract={contract} />
              <DownloadButton
                contractId={contract.id}
                query={{ ...callFilters(search, shown), start: shown.start, end: shown.end }}
              />
            </div>
          }
        />
      </Section>
    </div>
  );
}
