import type { AccountEpisode, accountPeriods } from '@usance/api/billing/account-period';
import type { ParsedBody } from '@usance/api/call';
import type { Work } from '#platform/context/context.ts';
import { conflict } from '#platform/refusal.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { episodeOf, openEpisode } from './account-period.queries.ts';
import { keptPeriod } from './figures/kept-period.queries.ts';
import { endEpisode } from './keep-period.ts';
import { termsOf } from './rule/account-terms.ts';
import { periodAt } from './rule/episode.ts';

/**
 * Ends an episode in destruction, which no payment can end; deleted data stays deleted. A remaining debt opens
 * another episode now. Refuses with 409 in any other period.
 */
export async function reopenContract(
  { tx, now, contract }: OnLocked<Pick<Work, 'tx' | 'now'>>,
  { body: { reason } }: { body: ParsedBody<typeof accountPeriods.reopen> },
): Promise<AccountEpisode> {
  const open = await openEpisode(tx, contract.id);
  const { kept, asOf, agreed } = await keptPeriod(tx, contract.id, now);
  const { episode } = kept;
  const terms = termsOf(contract, agreed, asOf);
  if (!open || !episode || periodAt(episode, terms, asOf) !== 'destructionPeriod')
    throw conflict('ACCOUNT_PERIOD_CONFLICT', 'Only a contract whose data was destroyed can be reopened.');
  const ended = { ended_at: new Date(asOf), ended_how: 'reopened', reason } as const;
  await endEpisode(tx, contract, ended);
  return episodeOf({ ...open, ...ended });
}
