import { useQuery } from '@tanstack/react-query';
import type { MonthForecast } from '@usance/api/billing/purchase/purchase-forecast';
import type { Contract } from '@usance/api/contract/contract';
import { isZero } from '@usance/money/decimal';
import { formatMoney } from '@usance/money/display';
import * as m from '../../../i18n/messages.gen.ts';
import { MoneyText } from '../../../ui/cell/money-text.tsx';
import { formatMonth } from '../../../ui/format/dates.ts';
import { FigureCard } from '../../../ui/page/figure-card.tsx';
import { type ForecastFilters, forecastQueries } from './forecast.queries.ts';
import { ForecastBar } from './forecast-bar.tsx';

interface ForecastCardProps {
  contract: Pick<Contract, 'id' | 'currency'>;
  /** The running month. */
  month: string;
  filters: ForecastFilters;
}

/** The amount that the running month is expected to come to, and the band that should hold it. */
export function ForecastCard({ contract, month, filters }: ForecastCardProps) {
  const { data, isError, isPlaceholderData } = useQuery(forecastQueries.month(contract.id, filters));
  const { currency } = contract;
  const shown = data && (data.atEnd?.expected ?? paceOf(data));
  return (
    <FigureCard
      label={m.purchase_forecast_label({ month: formatMonth(month) })}
      figure={shown === undefined ? '—' : <MoneyText amount={shown} currency={currency} />}
      isOld={isPlaceholderData}
      asOf={data ? explanationOf(data, currency) : isError ? m.ui_load_failed() : placeOfText}
    >
      {data?.atEnd && <ForecastBar amount={data.amount} atEnd={data.atEnd} />}
    </FigureCard>
  );
}

/** Keeps the line of words while it loads. */
const placeOfText = '\u00a0';

/** The amount at the pace of the month so far; undefined without any, since nothing is no forecast. */
function paceOf({ runRate }: MonthForecast): string | undefined {
  return runRate === undefined || isZero(runRate.amount) ? undefined : runRate.amount;
}

function explanationOf(forecast: MonthForecast, currency: Contract['currency']): string {
  const { atEnd } = forecast;
  if (atEnd !== undefined)
    return m.purchase_forecast_band({
      low: formatMoney(atEnd.low, currency),
      high: formatMoney(atEnd.high, currency),
    });
  return paceOf(forecast) === undefined ? m.purchase_forecast_none() : m.purchase_forecast_pace();
}
