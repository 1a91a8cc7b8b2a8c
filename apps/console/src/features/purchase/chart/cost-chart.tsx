import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { PurchaseAnomaly, PurchaseStep } from '@usance/api/billing/purchase';
import type { Contract } from '@usance/api/contract/contract';
import { formatMoney } from '@usance/money/display';
import { addDays, dayOf, parseDay } from '@usance/period/day';
import { instantOfEpochMs } from '@usance/period/instant';
import { daysToken, type PurchasePeriod } from '@usance/period/purchase-period';
import { lazy, Suspense, useState } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { ChartSlot } from '../../../ui/chart/frame/chart-slot.tsx';
import { type Point, type Series, sumText } from '../../../ui/chart/series/series.ts';
import { StackedBars } from '../../../ui/chart/stacked-bars.tsx';
import { ChoiceField } from '../../../ui/field/choice-field.tsx';
import { shortDay } from '../../../ui/format/dates.ts';
import { usePainted } from '../../../ui/late/painted.ts';
import { Section } from '../../../ui/page/section.tsx';
import { anomalyQueries } from '../anomaly/anomalies.queries.ts';
import { purchaseQueries } from '../search/purchase.queries.ts';
import { shortMonth, spellRange } from '../search/purchase-days.ts';
import { callFilters } from '../search/purchase-filters.ts';
import { narrowTo, partingOf } from '../search/purchase-grouping.ts';
import { barStepOf, groupSeries, type PurchaseGroups } from '../search/purchase-groups.ts';
import { type ChangePurchaseSearch, type Grouping, groupings, type PurchaseSearch } from '../search/purchase-search.ts';

interface CostChartProps {
  contract: Contract;
  search: PurchaseSearch;
  period: PurchasePeriod;
  /** The largest groups, with the sums of all. */
  query: UseQueryResult<PurchaseGroups>;
  onChange: ChangePurchaseSearch;
  /** Narrows to one day and leads to its rows. */
  onDrill: ChangePurchaseSearch;
}

/** A stacked bar for each day, week or month, by the chosen grouping; dragging over bars zooms in. */
export function CostChart({ query, ...chart }: CostChartProps) {
  const { contract, search, period, onChange } = chart;
  // Keeps the earlier grouping and steps while others load.
  const asked = { grouping: search.groupBy, step: barStepOf(search, period.range) };
  const [shown, setShown] = useState(asked);
  const choices = useGroupings(contract.id, period, search.groupBy);
  const anomalies = useAnomalies(contract.id, search, period);
  const isNew = shown.grouping !== asked.grouping || shown.step !== asked.step;
  if (query.data !== undefined && !query.isPlaceholderData && isNew) setShown(asked);
  return (
    <Section
      title={m.purchase_costs()}
      note={
        period.compared && m.purchase_marks_former({ period: spellRange(period.compared.before, contract.billingZone) })
      }
      actions={
        <ChoiceField
          aria-label={m.purchase_group_by()}
          w={150}
          value={search.groupBy}
          options={choices.map((value) => ({ value, label: choiceWord(value) }))}
          onChange={(chosen) => {
            const groupBy = choices.find((each) => each === chosen);
            if (groupBy !== undefined) onChange({ groupBy, groupPage: 1, open: undefined });
          }}
        />
      }
    >
      <ChartSlot query={query} height={370}>
        {(groups) => <Bars groups={groups} anomalies={anomalies} {...shown} {...chart} />}
      </ChartSlot>
      {anomalies.length > 0 && (
        <Suspense>
          <UnusualDays anomalies={anomalies} currency={contract.currency} onDay={(day) => chart.onDrill({ day })} />
        </Suspense>
      )}
    </Section>
  );
}

const UnusualDays = lazy(async () => ({
  default: (await import('../anomaly/unusual-days.late.tsx')).UnusualDays,
}));

/** The unusual days among the bars, if each bar is a day. */
function useAnomalies(contractId: string, search: PurchaseSearch, { range }: PurchasePeriod) {
  const hasDays = barStepOf(search, range) === 'day';
  const enabled = usePainted() && hasDays;
  const { data } = useQuery({ ...anomalyQueries.of(contractId, callFilters(search, range)), enabled });
  return hasDays ? (data?.items ?? noAnomalies) : noAnomalies;
}

const noAnomalies: readonly PurchaseAnomaly[] = [];

/** The groupings of the list, the tags of the range, and the chosen one even if its tag is not in the range. */
function useGroupings(contractId: string, { range }: PurchasePeriod, chosen: Grouping): readonly Grouping[] {
  const { data } = useQuery({ ...purchaseQueries.distinct(contractId, range), enabled: usePainted() });
  const tags = (data?.tags ?? []).map(({ key }) => `tag:${key}` as const);
  return [...new Set([...groupings, ...tags, chosen])];
}

const choiceWord = (grouping: Grouping): string => {
  const { word, tagKey } = partingOf(grouping);
  return tagKey === undefined ? word() : m.purchase_by_tag({ key: tagKey });
};

/** The whole chart must fit in the first screen of a phone. */
const chartHeight = 236;

type BarsProps = Omit<CostChartProps, 'query'> & {
  groups: PurchaseGroups;
  anomalies: readonly PurchaseAnomaly[];
  grouping: Grouping;
  step: PurchaseStep;
};

function Bars({ groups, anomalies, grouping, step, contract, period, onChange, onDrill }: BarsProps) {
  const { billingZone, currency } = contract;
  const series = groupSeries(grouping, groups);
  // A whole month of which a part has passed has no bars to come.
  const today = dayOf(instantOfEpochMs(Math.max(period.elapsed.start, period.elapsed.end - 1)), billingZone);
  const steps = groups.steps.filter(({ start }) => start <= today);
  const points = pointsOf(steps, step, dayOf(period.openFrom, billingZone), addDays(today, 1)).map((point) => {
    const anomaly = anomalies.find(({ day }) => day === point.key);
    return anomaly ? { ...point, note: noteOf(anomaly, currency) } : point;
  });
  const zoom = (from: string, to: string) => {
    const after = steps[steps.findIndex(({ start }) => start === to) + 1];
    const last = after === undefined ? today : addDays(parseDay(after.start), -1);
    onChange({ time: undefined, day: undefined, step: undefined, range: daysToken(parseDay(from), last, today) });
  };
  return (
    <StackedBars
      title={partingOf(grouping).title()}
      summary={summaryOf(series, currency)}
      pointsLabel={stepWord[step]()}
      points={points}
      series={series}
      currency={currency}
      height={chartHeight}
      // Weeks begin on Mondays, so those of two periods have different days.
      {...(step !== 'week' &&
        groups.formerSteps && {
          former: {
            name: m.purchase_former(),
            values: groups.formerSteps.slice(0, points.length).map(({ amount }) => amount),
          },
        })}
      onZoom={zoom}
      onDrill={(start, id) => {
        const narrowed = id === undefined ? {} : narrowTo(grouping, groups.items, id);
        if (step === 'day') return onDrill({ day: start, ...narrowed });
        if (id !== undefined) onChange(narrowed);
        zoom(start, start);
      }}
    />
  );
}

export const stepWord: Readonly<Record<PurchaseStep, () => string>> = {
  day: m.purchase_step_day,
  week: m.purchase_step_week,
  month: m.purchase_step_month,
};

/** A step may still grow if its last day does. */
function pointsOf(steps: PurchaseGroups['steps'], step: PurchaseStep, firstOpen: string, afterLast: string): Point[] {
  return steps.map(({ start }, at) => {
    const next = steps[at + 1]?.start;
    return {
      key: start,
      label: step === 'month' ? shortMonth(start) : shortDay(start),
      isSoFar: (next ?? afterLast) > firstOpen,
    };
  });
}

function noteOf({ expected }: PurchaseAnomaly, currency: Contract['currency']): string {
  return m.purchase_anomaly_note({ expected: formatMoney(expected, currency) });
}

function summaryOf(series: readonly Series[], currency: Contract['currency']): string {
  const [largest] = series;
  if (largest === undefined) return '';
  return m.purchase_daily_summary({ name: largest.name, amount: formatMoney(sumText(largest.values), currency) });
}
