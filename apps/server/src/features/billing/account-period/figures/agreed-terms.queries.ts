import { instantOf } from '@usance/period/instant';
import { type RawBuilder, sql } from 'kysely';
import { heldVersions } from '../../../metering/term/outside.ts';
import type { Agreed, DayCounts } from '../rule/account-terms.ts';

/** A credit limit or a grace period, as PostgreSQL's JSON has it. */
export type AgreedJson = readonly (LimitJson | GraceJson)[];

interface LimitJson extends TimesJson {
  readonly amount: string;
}

interface GraceJson extends TimesJson {
  readonly dayCounts: DayCounts;
}

interface TimesJson {
  readonly from: string;
  readonly to: string | null;
  readonly temporary: boolean;
}

/** SQL: all terms agreed for a contract's account as JSON, past and future; there are few. */
export function agreedJson(contractId: RawBuilder<unknown>): RawBuilder<AgreedJson> {
  const times = sql`'from', effective_from, 'to', effective_to, 'temporary', temporary`;
  return sql`(select coalesce(json_agg(term), '[]') from (
    select json_build_object('amount', amount::text, ${times}) as term
      from credit_limit where credit_limit.contract_id = ${contractId}
    union all
    select json_build_object('dayCounts', json_build_object('grace', grace_days, 'extension', extension_days,
      'suspension', suspension_days, 'backup', backup_days), ${times})
      from grace_period where grace_period.contract_id = ${contractId}) as terms)`;
}

export function agreedIn(terms: AgreedJson): Agreed {
  const creditLimits = terms.flatMap((term) => ('amount' in term ? [{ amount: term.amount, ...timesIn(term) }] : []));
  const gracePeriods = terms.flatMap((term) =>
    'dayCounts' in term ? [{ dayCounts: term.dayCounts, ...timesIn(term) }] : [],
  );
  return { creditLimits: held(creditLimits), gracePeriods: held(gracePeriods) };
}

function timesIn({ from, to, temporary }: TimesJson) {
  return { from: instantOf(new Date(from)), to: to === null ? null : instantOf(new Date(to)), temporary };
}

function held<V extends Parameters<typeof heldVersions>[0][number]>(versions: readonly V[]) {
  return heldVersions(versions).map(({ to, ...version }) => ({ ...version, to: to ?? undefined }));
}
