import { useSuspenseQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import { billingMonthOf } from '@usance/period/billing-month';
import { instantOfEpochMs } from '@usance/period/instant';
import { consoleNow } from '../../api/product-time.ts';
import * as m from '../../i18n/messages.gen.ts';
import { Below, loadedBelow } from '../../ui/late/below.tsx';
import { FigureRow } from '../../ui/page/figure-card.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { owesMoney } from '../available-balance/amount-to-pay.ts';
import { availableBalanceQueries } from '../available-balance/available-balance.queries.ts';
import { BalanceFigures } from '../available-balance/balance-figures.tsx';
import { BalanceExplanation } from '../available-balance/explained/balance-explanation.tsx';
import { HeaderPayLink } from '../available-balance/header-pay-link.tsx';
import { RunwayCard } from '../available-balance/runway-card.tsx';
import { contractQueries } from '../contract/contract.queries.ts';
import { NeedsYou } from '../needs-you/needs-you.tsx';
import { ForecastFigure } from '../purchase/forecast/forecast-figure.tsx';
import classes from './billing-overview-page.module.css';
import type { BillingOverviewSearch } from './billing-overview-search.ts';

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
        <BillingParts contract={contract} isStudy={balance.isStudy} search={search} onChange={onChange} />
      </Below>
    </>
  );
}

const BillingParts = loadedBelow(async () => (await import('./billing-parts.late.tsx')).BillingParts);

/** The forecast of the month, and the days that the balance lasts. */
function Outlook({ contract }: { contract: Contract }) {
  const month = billingMonthOf(instantOfEpochMs(consoleNow()), contract.billingZone);
  return (
    <div className={classes.outlook}>
      <FigureRow>
        <ForecastFigure contract={contract} month={month} filters={{}} />
        <RunwayCard contract={contract} />
      </FigureRow>
    </div>
  );
}
