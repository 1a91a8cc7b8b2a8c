import { type Instant, instantOf } from '@usance/period/instant';
import { sql } from 'kysely';
import type { DbOrTx } from '../../../../platform/postgres/database.ts';
import type { Agreed } from '../rule/account-terms.ts';

interface VersionRow {
  amount: string | null;
  grace: number;
  extension: number;
  suspension: number;
  backup: number;
  from: Date;
  to: Date | null;
}

/** What was agreed with a contract of its account, the past and what is to come: it has few of either. */
export async function agreedTerms(db: DbOrTx, contractId: string): Promise<Agreed> {
  const { rows } = await sql<VersionRow>`
    select amount::text, 0 as grace, 0 as extension, 0 as suspension, 0 as backup, effective_from as "from", effective_to as "to"
      from credit_limit where contract_id = ${contractId}
    union all
    select null, grace_days, extension_days, suspension_days, backup_days, effective_from, effective_to
      from grace_period where contract_id = ${contractId}`.execute(db);
  const creditLimits: Agreed['creditLimits'][number][] = [];
  const gracePeriods: Agreed['gracePeriods'][number][] = [];
  for (const { amount, from, to, ...dayCounts } of rows) {
    const held = { from: instantOf(from), to: instantOr(to) };
    if (amount !== null) creditLimits.push({ ...held, amount });
    else gracePeriods.push({ ...held, dayCounts });
  }
  return { creditLimits, gracePeriods };
}

const instantOr = (at: Date | null): Instant | undefined => (at === null ? undefined : instantOf(at));
