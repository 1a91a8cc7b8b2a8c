import type { Contract } from '@usance/api/contract/contract';
import * as m from '../../i18n/messages.gen.ts';
import { FocusOfHash } from '../../ui/late/focus-of-hash.tsx';
import { Section } from '../../ui/page/section.tsx';
import { WarningThreshold } from '../balance-warning/warning-threshold.tsx';
import { CashDays } from '../bank/cash-days.tsx';
import { CashHistory, cashTypes } from '../bank/cash-history.tsx';
import { FrozenHistory, frozenTypes } from '../frozen/frozen-history.tsx';
import { LinkedMarketplace } from '../marketplace/linked-marketplace.tsx';
import type { BillingOverviewSearch } from './billing-overview-search.ts';
import { HistoryFilters } from './history-filters.tsx';
import { historyOf } from './history-state.ts';

interface BillingPartsProps {
  contract: Contract;
  isStudy: boolean;
  search: BillingOverviewSearch;
  onChange: (patch: Partial<BillingOverviewSearch>) => void;
}

/** The movements behind the balance, and what the account is warned of. */
export function BillingParts({ contract, isStudy, search, onChange }: BillingPartsProps) {
  return (
    <>
      {!isStudy && (
        <Section title={m.bank_days()} note={m.bank_days_mark()}>
          <CashDays contract={contract} />
        </Section>
      )}
      <Section title={m.bank_details()} id="cash_details">
        <CashHistory
          contract={contract}
          type={search.cashType}
          {...historyOf('cash', search, contract, onChange)}
          toolbar={<HistoryFilters of="cash" types={cashTypes()} search={search} onChange={onChange} />}
        />
      </Section>
      <Section title={m.frozen_details()} id="frozen_details">
        <FrozenHistory
          contract={contract}
          type={search.frozenType}
          {...historyOf('frozen', search, contract, onChange)}
          toolbar={<HistoryFilters of="frozen" types={frozenTypes()} search={search} onChange={onChange} />}
        />
      </Section>
      {!isStudy && (
        <Section title={m.balance_warning_title()} id="balance_warning">
          <WarningThreshold contract={contract} />
        </Section>
      )}
      {!isStudy && <LinkedMarketplace contract={contract} />}
      <FocusOfHash />
    </>
  );
}
