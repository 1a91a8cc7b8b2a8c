import { add, type Decimal, zero } from '@usance/money/decimal';
import { sql } from 'kysely';
import type { DbOrTx } from '../../../platform/postgres/database.ts';
import { hoursOfDays } from '../../metering/billing-day/open-months.ts';

/** What the usage of a link comes to, hour by hour, by what is rated of it: late usage by its own hour, signed or not. */
export class RatedHours {
  readonly #hours: readonly { readonly hour: number; readonly amount: string }[];

  constructor(hours: readonly { readonly hour: number; readonly amount: string }[]) {
    this.#hours = hours;
  }

  /** From the link's first hour through one. */
  through(hour: Date): Decimal {
    let total = zero;
    for (const { hour: at, amount } of this.#hours) if (at <= hour.getTime()) total = add(total, amount);
    return total;
  }
}

export async function ratedHours(db: DbOrTx, contractId: string, from: Date): Promise<RatedHours> {
  const { rows } = await sql<{ hour: Date; amount: string }>`
    select used.hour, sum(used.amount)::numeric(38, 12) as amount
    from ${hoursOfDays(contractId)}
    where used.hour >= ${from} group by used.hour`.execute(db);
  return new RatedHours(rows.map(({ hour, amount }) => ({ hour: hour.getTime(), amount })));
}
