import { useQuery } from '@tanstack/react-query';
import type { Runway } from '@usance/api/billing/available-balance';
import type { Contract } from '@usance/api/contract/contract';
import * as m from '../../i18n/messages.gen.ts';
import { formatDay } from '../../ui/format/dates.ts';
import { FigureCard } from '../../ui/page/figure-card.tsx';
import { toneOf } from './period-words.ts';
import { runwayQueries } from './runway.queries.ts';
import { countdownText, runwayText } from './runway-words.ts';

/** The days that the available balance lasts; absent if the contract is not charged for its usage. */
export function RunwayCard({ contract }: { contract: Pick<Contract, 'id' | 'billingZone'> }) {
  const { data, isError } = useQuery(runwayQueries.of(contract.id));
  if (data?.outlook === 'notCharged') return null;
  const period = data?.countdown?.period;
  return (
    <FigureCard
      label={m.available_balance_runway()}
      figure={data ? runwayText(data) : '—'}
      tone={period && toneOf[period]}
      asOf={data ? explanationOf(data, contract) : isError ? m.ui_load_failed() : placeOfText}
    />
  );
}

/** Keeps the line without words. */
const placeOfText = '\u00a0';

function explanationOf(runway: Runway, { billingZone }: Pick<Contract, 'billingZone'>): string {
  const { outlook, countdown, day, dailyCostFormatted } = runway;
  // Without an end, the figure says the state, and there is no more to say.
  if (countdown) return countdownText(countdown, billingZone) ?? placeOfText;
  if (outlook === 'tooLittleHistory' || dailyCostFormatted === undefined) return m.available_balance_runway_unknown();
  const cost = m.available_balance_runway_cost({ cost: dailyCostFormatted });
  return day === undefined ? cost : m.available_balance_runway_until({ date: formatDay(day), cost });
}
