import { useSuspenseQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import { billingMonthOf } from '@usance/period/billing-month';
import { instantOfEpochMs } from '@usance/period/instant';
import { lazy, Suspense } from 'react';
import { consoleNow } from '../../api/product-time.ts';
import * as m from '../../i18n/messages.gen.ts';
import { formatMonth } from '../../ui/format/dates.ts';
import { Below } from '../../ui/late/below.tsx';
import { FigureCard, FigureRow } from '../../ui/page/figure-card.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Section } from '../../ui/page/section.tsx';
import { owesMoney } from '../available-balance/amount-to-pay.ts';
import { availableBalanceQueries } from '../available-balance/available-balance.queries.ts';
import { BalanceFigures } from '../available-balance/balance-figures.tsx';
import { BalanceExplanation } from '../available-balance/explained/balance-explanation.tsx';
import { HeaderPayLink } from '../available-balance/header-pay-link.tsx';
import { RunwayCard } from '../available-balance/runway-card.tsx';
import { WarningThreshold } from '../balance-warning/warning-threshold.tsx';
import { CashHistory, cashTypes } from '../bank/cash-history.tsx';
import { contractQueries } from '../contract/contract.queries.ts';
import { FrozenHistory, frozenTypes } from '../frozen/frozen-history.tsx';
import { LinkedMarketplace } from '../marketplace/linked-marketplace.tsx';
import { NeedsYou } from '../needs-you/needs-you.tsx';
import classes from './billing-overview-page.module.css';
import type { BillingOverviewSearch } from './billing-overview-search.ts';
import { HistoryFilters } from './history-filters.tsx';
import { historyOf } from './history-state.ts';

interface BillingOverviewPageProps {
  contractId: string;
  search: BillingOverviewSearch;
  onChange: (patch: Partial<BillingOverviewSearch>) => void;
}

/** The balance of a contract with its parts, and the movements behind it. */
export function BillingOverviewPage({ contractId, search, onChange }: BillingOverviewPageProps) {
  const { data: contract } = useSuspenseQuery(contractQueries.detail(contractId));
  const { data: balance } = useSuspenseQuery(availableBalanceQueries.detail(contractId));
  return (
    <>
      <PageHeader
        title={m.billing_overview_title()}
        lead={balance.isStudy ? undefined : m.billing_overview_lead()}
        actions={owesMoney(balance) && <HeaderPayLink contractId={contract.id} />}
      />
      {!balance.isStudy && <NeedsYou contracts={[contract]} />}
      <BalanceFigures balance={balance} contract={contract} onExplain={() => onChange({ explain: true })} />
      {search.explain && <BalanceExplanation contract={contract} onClose={() => onChange({ explain: false })} />}
      {!balance.isStudy && <Outlook contract={contract} />}
      <Below>
        {!balance.isStudy && <CashOfDays contract={contract} />}
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
        {!balance.isStudy && (
          <Section title={m.balance_warning_title()} id="balance_warning">
            <WarningThreshold contract={contract} />
          </Section>
        )}
        {!balance.isStudy && <LinkedMarketplace contract={contract} />}
      </Below>
    </>
  );
}

const CashDays = lazy(async () => ({ default: (await import('../bank/cash-days.late.tsx')).CashDays }));

/** The cash at the end of each of the last 90 days. */
function CashOfDays({ contract }: { contract: Contract }) {
  return (
    <Section title={m.bank_days()} note={m.bank_days_mark()}>
      <div className={classes.days}>
        <Suspense>
          <CashDays contract={contract} />
        </Suspense>
      </div>
    </Section>
  );
}

const ForecastCard = lazy(async () => ({
  default: (await import('../purchase/forecast/forecast-card.late.tsx')).ForecastCard,
}));

/** The forecast of the month, and the days that the balance lasts. */
function Outlook({ contract }: { contract: Contract }) {
  const month = billingMonthOf(instantOfEpochMs(consoleNow()), contract.billingZone);
  return (
    <div className={classes.outlook}>
      <FigureRow>
        <Suspense
          fallback={
            <FigureCard label={m.purchase_forecast_label({ month: formatMonth(month) })} figure="—" asOf={'\u00a0'} />
          }
        >
          <ForecastCard contract={contract} month={month} filters={{}} />
        </Suspense>
        <RunwayCard contract={contract} />
      </FigureRow>
    </div>
  );
}
