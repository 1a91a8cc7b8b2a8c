import type { Day } from '@usance/period/day';
import { OverLimits } from '#platform/clickhouse/errors.ts';
import type { Stores } from '#platform/context/context.ts';
import { inTurn } from '#platform/in-turn.ts';
import { Refusal } from '#platform/refusal.ts';
import { getContract } from '../../contract/contract/contract.queries.ts';
import { dirtyDays } from '../billing-day/dirty-days.ts';
import { stretchesOf } from '../billing-day/stretches.ts';
import { daysToAsk } from './days-to-rate.ts';
import { rateInParts } from './rate-in-parts.ts';
import { rateStretch } from './rate-stretch.ts';

/**
 * With little usage most of a rating's time goes in a dozen statements, during which two of three processes wait. Never so
 * many that most begin together: one of them may take the usage database down, and the others with it.
 */
const contractsAtOnce = (marked: number) => Math.max(1, Math.min(4, Math.floor(marked / 4)));

/**
 * In how many of all rounds those for which there was no room come before those that nobody has tried. Some never have room,
 * and take minutes to show it; but were they always the last, they would come after what takes the usage database down in
 * every round.
 */
const crowdedFirst = 1 / 4;

interface Stretch {
  readonly contractId: string;
  readonly days: readonly Day[];
}

interface Round {
  days: number;
  failed: number;
  /** For which there was no room beside others, or none at once. */
  readonly crowded: Stretch[];
}

/**
 * Rates every day of every contract that took in usage since it was rated, some contracts beside each other, fewer where
 * there is no room for as many, and by themselves those for which there was none. What cannot be rated is logged and
 * tried again at the next call; it holds up neither the other days of its contract nor the others. Contracts, and the
 * stretches of one, come in another order then: one of them may be what takes the usage database down, and what is rated
 * after it fails. Answers how many days were rated.
 */
export async function rateDue(deps: Stores): Promise<{ days: number; failed: number }> {
  const marked = Map.groupBy(await dirtyDays(deps.db), ({ contractId }) => contractId);
  const round: Round = { days: 0, failed: 0, crowded: [] };
  const now = deps.clock.now();
  // Whoever is done takes the next one.
  const contracts = inTurn([...marked], ([contractId]) => contractId, now).values();
  const rateNext = async ([contractId, dirty]: [string, readonly { readonly day: Day }[]]) => {
    const asked = await daysToAsk(
      deps.db,
      contractId,
      dirty.map(({ day }) => day),
    );
    const inOrder = stretchesOf(asked).map((days) => ({ contractId, days }));
    const stretches = inTurn(inOrder, ({ days: [first] }) => `${contractId} ${first}`, now);
    for (const [at, stretch] of stretches.entries()) {
      const left = await rate(deps, stretch, round, { inHalves: false });
      if (left.length === 0) continue;
      // Or the rest of it would be tried in vain, and take the room of intake and readers too.
      round.crowded.push(...left, ...stretches.slice(at + 1));
      return false;
    }
    return true;
  };
  const rateCrowded = async () => {
    for (const stretch of round.crowded.splice(0)) await rate(deps, stretch, round, { inHalves: true });
  };
  const isCrowdedFirst = Math.random() < crowdedFirst;
  const ended = await Promise.allSettled(
    Array.from({ length: contractsAtOnce(marked.size) }, async () => {
      for (const contract of contracts) {
        if (!(await rateNext(contract)) || (isCrowdedFirst && round.crowded.length > 0)) return;
      }
    }),
  );
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  if (isCrowdedFirst) await rateCrowded();
  for (const contract of contracts) await rateNext(contract);
  await rateCrowded();
  return { days: round.days, failed: round.failed };
}

/** Answers what is left where there was no room and it was not to be tried in halves: nobody is told of that yet. */
async function rate(
  deps: Stores,
  { contractId, days }: Stretch,
  round: Round,
  { inHalves }: { inHalves: boolean },
): Promise<Stretch[]> {
  const left = new Set(days);
  try {
    const contract = await getContract(deps.db, contractId);
    for await (const tried of rateInParts(days, (part) => rateStretch(deps, contract, part), { inHalves })) {
      if (!inHalves && tried.error instanceof OverLimits) break;
      for (const day of tried.days) left.delete(day);
      if (tried.error === undefined) round.days += tried.days.length;
      else await tell(deps, { contractId, days: tried.days }, round, tried.error);
    }
  } catch (error) {
    await tell(deps, { contractId, days: [...left] }, round, error);
    return [];
  }
  return stretchesOf([...left]).map((part) => ({ contractId, days: part }));
}

async function tell(deps: Stores, { contractId, days }: Stretch, round: Round, error: unknown): Promise<void> {
  if (isSigned(error) && !(await isMarked(deps, contractId, days))) {
    deps.log.info({ contractId, days }, 'days were signed before they were rated again');
  } else {
    round.failed += 1;
    deps.log.error({ contractId, days, err: error }, 'days could not be rated');
  }
}

const isSigned = (error: unknown) => error instanceof Refusal && error.reason === 'MONTH_SIGNED';

/** Who signs a month rates it, and takes its marks along: they were read before. A mark that stays is one that nobody rates. */
async function isMarked({ db }: Stores, contractId: string, days: readonly Day[]): Promise<boolean> {
  return (await dirtyDays(db, contractId)).some(({ day }) => days.includes(day));
}
