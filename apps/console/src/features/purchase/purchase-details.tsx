import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract';
import type { Range } from '@usance/period/range';
import type { Ref } from 'react';
import { m } from '../../paraglide/messages.js';
import { Section } from '../../ui/page/section.tsx';
import { DownloadButton } from './download-button.tsx';
import classes from './purchase.module.css';
import { usageQueries } from './purchase.queries.ts';
import { UsageChips } from './purchase-chips.tsx';
import { spellRange } from './purchase-days.ts';
import { callFilters, tableRange } from './purchase-filters.ts';
import type { ChangeSearch, UsageSearch } from './purchase-search.ts';
import { UsageTable } from './purchase-table.tsx';

interface UsageDetailsProps {
  contract: Contract;
  search: UsageSearch;
  range: Range;
  onChange: ChangeSearch;
  /** The chips again, where those above have scrolled out of sight. */
  withChips: boolean;
  /** Where choosing a part of a chart leads. */
  ref: Ref<HTMLDivElement>;
}

/** The rows behind the charts, what they are narrowed by, and the same rows as a file. */
export function UsageDetails({ contract, search, range, onChange, withChips, ref }: UsageDetailsProps) {
  const { data } = useQuery(usageQueries.distinct(contract.id, { start: range.start, end: range.end }));
  const shown = tableRange(search, range, contract.billingZone);
  return (
    <div ref={ref} tabIndex={-1} className={classes.details}>
      <Section title={m.usage_details()} note={spellRange(shown, contract.billingZone)}>
        <UsageTable
          contract={contract}
          search={search}
          range={shown}
          onChange={onChange}
          toolbar={
            <div className={classes.tools}>
              {withChips && (
                <UsageChips
                  search={search}
                  dataclouds={data?.dataclouds ?? []}
                  onChange={(patch) => onChange({ page: 1, ...patch })}
                />
              )}
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
