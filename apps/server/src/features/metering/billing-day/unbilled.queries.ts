import { add, type Decimal, formatDecimal, isNegative, least, subtract, sum, zero } from '@usance/money/decimal';
import { type RawBuilder, sql } from 'kysely';
import { type OpenMonth, openDays } from './open-months.ts';

/** The rated amount of open months that no marketplace bills; negative if corrections outweigh usage. */
export interface Unbilled {
  /** With 12 decimal places. */
  readonly exact: string;
  /** The sum of the open months, each rounded to 2 places as its statement will be. */
  readonly roundedToCents: string;
  /** The lowest sum on the way from the oldest open month to the latest, rounded to cents, at most 0. */
  readonly lowest: string;
  /** The amount of the same months that a marketplace bills; only if the contract has or had a link. */
  readonly metered?: string;
}

/** The rated amount of open months, whoever bills it, as PostgreSQL's JSON has it. */
export interface RatedJson extends Pick<Unbilled, 'exact' | 'roundedToCents' | 'lowest'> {
  /** True if the contract has or had a marketplace link, so that only `openMonths` tells what it pays directly. */
  readonly isLinked: boolean;
}

/** SQL: the amount of open months as JSON, to be read with other facts about a contract. */
export function ratedJson(contractId: RawBuilder<unknown>): RawBuilder<RatedJson> {
  return sql`(
    select json_build_object(
      'exact', coalesce(sum(amount), 0)::numeric(38, 12)::text,
      'roundedToCents', coalesce(sum(round(amount, 2)), 0)::numeric(38, 2)::text,
      'lowest', least(0, min(so_far))::numeric(38, 2)::text,
      'isLinked', exists (select from marketplace_link where marketplace_link.contract_id = ${contractId}))
    from (
      select amount, sum(round(amount, 2)) over (order by month) as so_far
      from (select date_trunc('month', day::timestamp) as month, sum(amount) as amount from ${openDays(contractId)}
        group by 1) as by_month) as open_month)`;
}

/** `months` are the open months of a linked contract; others do not need them. */
export function unbilledIn({ isLinked, ...all }: RatedJson, months: readonly OpenMonth[]): Unbilled {
  if (!isLinked) return all;
  const exact = sum(months.map((month) => month.exact));
  // Negative if the marketplace rejected usage of a signed month: that usage is unbilled now, and the marketplace bills
  // nothing less for it.
  const metered = subtract(all.exact, exact);
  return {
    exact: formatDecimal(exact, 12),
    metered: formatDecimal(isNegative(metered) ? '0' : metered, 12),
    roundedToCents: formatDecimal(sum(months.map(({ amount }) => amount)), 2),
    lowest: formatDecimal(lowestOf(months), 2),
  };
}

function lowestOf(months: readonly OpenMonth[]): Decimal {
  let [soFar, lowest] = [zero, zero];
  for (const { amount } of months) {
    soFar = add(soFar, amount);
    lowest = least(lowest, soFar);
  }
  return lowest;
}
