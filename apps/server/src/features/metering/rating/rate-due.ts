import type { Day } from '@usance/period/day';
import { OverLimits } from '../../../platform/clickhouse/errors.ts';
import type { Deps } from '../../../platform/context/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { getContract } from '../../party/contract/contract.queries.ts';
import { dirtyDays } from '../billing-day/dirty-days.ts';
import { stretchesOf } from '../billing-day/stretches.ts';
import { halvesOf } from './rate-in-halves.ts';
import { rateStretch } from './rate-stretch.ts';

/** With little usage most of a rating's time goes in a dozen statements, during which two of three processes wait. */
const contractsAtOnce = 4;

interface Stretch {
  readonly contractId: string;
  readonly days: readonly Day[];
}

interface Round {
  days: number;
  failed: number;
  /** For which there was no room beside others. */
  readonly crowded: Stretch[];
}

/**
 * Rates every day of every contract that took in usage since it was rated, some contracts beside each other, fewer where
 * there is no room for as many, and by themselves those for which there was none. A contract that cannot be rated is
 * logged and tried again at the next call; it never holds up the others. Answers how many days were rated.
 */
export async function rateDue(deps: Deps): Promise<{ days: number; failed: number }> {
  const marked = Map.groupBy(await dirtyDays(deps.db), ({ contractId }) => contractId);
  const round: Round = { days: 0, failed: 0, crowded: [] };
  // Whoever is done takes the next one.
  const contracts = marked.entries();
  const ended = await Promise.allSettled(
    Array.from({ length: contractsAtOnce }, async () => {
      for (const [contractId, dirty] of contracts) {
        const stretches = stretchesOf(dirty.map(({ day }) => day)).map((days) => ({ contractId, days }));
        for (const [at, stretch] of stretches.entries()) {
          if (await rate(deps, stretch, round, (error) => error instanceof OverLimits)) continue;
          // Or the rest of it and all the others would be tried in vain, and take the room of intake and readers too.
          round.crowded.push(...stretches.slice(at));
          return;
        }
      }
    }),
  );
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  // Those that nobody has tried come first: some of the others may never have room, and take minutes to show it.
  for (const [contractId, dirty] of contracts)
    for (const days of stretchesOf(dirty.map(({ day }) => day)))
      await rate(deps, { contractId, days }, round, () => false);
  for (const stretch of round.crowded) await rate(deps, stretch, round, () => false);
  return { days: round.days, failed: round.failed };
}

/** Answers false where there was no room, which is told nobody yet. */
async function rate(
  deps: Deps,
  { contractId, days }: Stretch,
  round: Round,
  isCrowded: (error: unknown) => boolean,
): Promise<boolean> {
  try {
    await rateStretch(deps, await getContract(deps.db, contractId), days);
    round.days += days.length;
  } catch (error) {
    if (isCrowded(error)) return false;
    if (days.length > 1 && isOfSomeDays(error)) {
      for (const half of halvesOf(days)) await rate(deps, { contractId, days: half }, round, () => false);
    } else if (isSigned(error) && !(await isMarked(deps, contractId, days))) {
      deps.log.info({ contractId, days }, 'days were signed before they were rated again');
    } else {
      round.failed += 1;
      deps.log.error({ contractId, days, err: error }, 'days could not be rated');
    }
  }
  return true;
}

const reasonsOfADay: ReadonlySet<string> = new Set(['AMOUNT_TOO_LARGE', 'USAGE_DISAGREES', 'USAGE_UNPRICED']);

/** One day that cannot be rated must not keep those beside it from being so, nor many days what each has room for. */
const isOfSomeDays = (error: unknown) =>
  error instanceof OverLimits || (error instanceof Refusal && reasonsOfADay.has(error.reason));

const isSigned = (error: unknown) => error instanceof Refusal && error.reason === 'MONTH_SIGNED';

/** Who signs a month rates it, and takes its marks along: they were read before. A mark that stays is one that nobody rates. */
async function isMarked({ db }: Deps, contractId: string, days: readonly Day[]): Promise<boolean> {
  return (await dirtyDays(db, contractId)).some(({ day }) => days.includes(day));
}
