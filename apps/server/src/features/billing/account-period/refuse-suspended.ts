import type { Work } from '#platform/context/context.ts';
import { conflict } from '#platform/refusal.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import { keptPeriod } from './figures/kept-period.queries.ts';
import { readStanding } from './figures/standing.queries.ts';
import type { AccountState } from './rule/episode.ts';
import { looksThroughTerms } from './rule/through-terms.ts';

const inService: ReadonlySet<AccountState['summary']> = new Set(['normal', 'overdraft', 'extensionPeriod']);

/** Refuses with 409 to begin anything that costs on a contract whose account is suspended, or worse. */
export async function refuseSuspended({ tx, now }: Pick<Work, 'tx' | 'now'>, contract: ContractRow): Promise<void> {
  const { kept, asOf, agreed } = await keptPeriod(tx, contract.id, now);
  const { standing } = await readStanding(tx, contract.id, new Date(asOf));
  const { state } = looksThroughTerms({ contract, agreed, standing, kept, now: asOf }).last.period;
  if (inService.has(state.summary)) return;
  throw conflict('ACCOUNT_PERIOD_CONFLICT', 'The account is suspended until the debt is paid.', {
    accountPeriod: state.summary,
  });
}
