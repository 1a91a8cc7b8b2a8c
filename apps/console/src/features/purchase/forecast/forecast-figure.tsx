import type { Contract } from '@usance/api/contract/contract';
import { lazy, Suspense } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { formatMonth } from '../../../ui/format/dates.ts';
import { usePainted } from '../../../ui/late/painted.ts';
import { FigureCard } from '../../../ui/page/figure-card.tsx';
import type { ForecastFilters } from './forecast.queries.ts';

const ForecastCard = lazy(async () => ({ default: (await import('./forecast-card.late.tsx')).ForecastCard }));

interface ForecastFigureProps {
  contract: Pick<Contract, 'id' | 'currency'>;
  /** The running month. */
  month: string;
  filters: ForecastFilters;
}

/** The forecast of the running month, and its place until the page is painted. */
export function ForecastFigure(forecast: ForecastFigureProps) {
  const place = (
    <FigureCard label={m.purchase_forecast_label({ month: formatMonth(forecast.month) })} figure="—" asOf={'\u00a0'} />
  );
  return usePainted() ? (
    <Suspense fallback={place}>
      <ForecastCard {...forecast} />
    </Suspense>
  ) : (
    place
  );
}
