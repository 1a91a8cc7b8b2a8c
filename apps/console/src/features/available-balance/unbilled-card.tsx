import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import * as m from '../../i18n/messages.gen.ts';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { formatInstant } from '../../ui/format/dates.ts';
import { FigureCard, FigureRow } from '../../ui/page/figure-card.tsx';
import { contractQueries } from '../contract/contract.queries.ts';
import { availableBalanceQueries } from './available-balance.queries.ts';
import { MeteredCard } from './metered-card.tsx';

/** The usage that is on no statement yet; a study never has one. */
export function UnbilledCard({ contractId }: { contractId: string }) {
  const { data: contract } = useSuspenseQuery(contractQueries.detail(contractId));
  const { data } = useQuery(availableBalanceQueries.detail(contractId));
  return (
    <FigureRow>
      <FigureCard
        size="main"
        label={data?.isStudy ? m.available_balance_study_used() : m.available_balance_unbilled()}
        figure={data ? <MoneyText amount={data.details.unbilled} currency={data.currency} /> : '—'}
        asOf={
          data?.usageThrough &&
          m.available_balance_usage_through({ time: formatInstant(data.usageThrough, contract.billingZone) })
        }
      >
        {data?.isStudy && m.available_balance_study_help()}
      </FigureCard>
      {data && <MeteredCard balance={data} marketplace={contract.marketplace} />}
    </FigureRow>
  );
}
