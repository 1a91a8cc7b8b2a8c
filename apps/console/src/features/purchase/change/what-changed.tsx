import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import type { PurchasePeriod } from '@usance/period/purchase-period';
import { memo } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { ChartSlot } from '../../../ui/chart/frame/chart-slot.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { purchaseQueries } from '../search/purchase.queries.ts';
import { spellRange } from '../search/purchase-days.ts';
import { callFilters } from '../search/purchase-filters.ts';
import type { ChangePurchaseSearch, PurchaseSearch } from '../search/purchase-search.ts';
import { ChangeBridge } from './change-bridge.tsx';
import { stepsOf } from './change-words.ts';
import { LargestChanges } from './largest-changes.tsx';

interface WhatChangedProps {
  contract: Contract;
  /** The search without the paging and order of the rows. */
  search: PurchaseSearch;
  compared: NonNullable<PurchasePeriod['compared']>;
  onChange: ChangePurchaseSearch;
  onDrill: ChangePurchaseSearch;
}

/** The causes of the difference from the period before: usage, price, discount, new and gone. */
export const WhatChanged = memo(function WhatChanged(props: WhatChangedProps) {
  const { contract, search, compared, onChange, onDrill } = props;
  const { billingZone: zone, currency } = contract;
  const query = useQuery(
    purchaseQueries.changes(contract.id, {
      ...callFilters(search, compared.now),
      formerStart: compared.before.start,
      formerEnd: compared.before.end,
      by: search.changed,
    }),
  );
  const [now, before] = [spellRange(compared.now, zone), spellRange(compared.before, zone)];
  return (
    <Section title={m.purchase_changes_title()} note={m.purchase_changes_note({ now, before })}>
      <ChartSlot query={query} height={130}>
        {({ total }) => (
          <ChangeBridge
            title={m.purchase_changes_title()}
            currency={currency}
            steps={[
              { id: 'before', name: before, kind: 'level', amount: total.formerAmount },
              ...stepsOf(total),
              { id: 'now', name: now, kind: 'level', amount: total.amount },
            ]}
          />
        )}
      </ChartSlot>
      {!query.isError && (
        <LargestChanges
          chosen={search.changed}
          onChoose={(changed) => onChange({ changed })}
          changes={query.data}
          isOld={query.isPlaceholderData}
          currency={currency}
          onDrill={onDrill}
        />
      )}
    </Section>
  );
});
