import { instantOf } from '@usance/period/instant';
import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { heldVersions } from '../../../metering/term/held-versions.ts';
import type { Agreed } from '../rule/account-terms.ts';

interface VersionRow {
  amount: string | null;
  grace: number;
  extension: number;
  suspension: number;
  backup: number;
  from: Date;
  to: Date | null;
  temporary: boolean;
}

/** Returns all terms agreed for a contract's account, past and future; there are few. */
export async function agreedTerms(db: DbOrTx, contractId: string): Promise<Agreed> {
  const { rows } = await sql<VersionRow>`
    select amount::text, 0 as grace, 0 as extension, 0 as suspension, 0 as backup, effective_from as "from", effective_to as "to",
        temporary
      from credit_limit where contract_id = ${contractId}
    union all
    select null, grace_days, extension_days, suspension_days, backup_days, effective_from, effective_to, temporary
      from grace_period where contract_id = ${contractId}`.execute(db);
  const creditLimits = rows.flatMap(({ amount, ...row }) => (amount === null ? [] : [{ amount, ...timesOf(row) }]));
  const gracePeriods = rows.flatMap(({ amount, from, to, temporary, ...dayCounts }) =>
    amount === null ? [{ dayCounts, ...timesOf({ from, to, temporary }) }] : [],
  );
  return { creditLimits: held(creditLimits), gracePeriods: held(gracePeriods) };
}

function timesOf({ from, to, temporary }: Pick<VersionRow, 'from' | 'to' | 'temporary'>) {
  return { from: instantOf(from), to: to === null ? null : instantOf(to), temporary };
}

function held<V extends Parameters<typeof heldVersions>[0][number]>(versions: readonly V[]) {
  return heldVersions(versions).map(({ to, ...version }) => ({ ...version, to: to ?? undefined }));
}
