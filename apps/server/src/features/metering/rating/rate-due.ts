import type { Day } from '@usance/period/day';
import { OverLimits } from '#platform/clickhouse/errors.ts';
import type { Stores } from '#platform/context/context.ts';
import { inTurn } from '#platform/in-turn.ts';
import { Refusal } from '#platform/refusal.ts';
import { getContract } from '../../contract/contract/contract.queries.ts';
import { dirtyDays } from '../billing-day/dirty-days.ts';
import { stretchesOf } from '../billing-day/stretches.ts';
import { contractsAtOnce } from './contracts-at-once.ts';
import { daysToAsk } from './days-to-rate.ts';
import { rateInGroups } from './group/rate-in-groups.ts';
import { rateInParts } from './rate-in-parts.ts';
import { rateStretch } from './rate-stretch.ts';

/**
 * The share of rounds in which contracts that ran out of memory come before untried ones. Some never fit and take
 * minutes to fail; but if they always came last, they would follow a contract that crashes the usage database in every
 * round.
 */
const crowdedFirst = 1 / 4;

interface Stretch {
  readonly contractId: string;
  readonly days: readonly Day[];
}

interface Round {
  days: number;
  failed: number;
  /** Stretches that ran out of memory, beside others or in one piece. */
  readonly crowded: Stretch[];
}

/**
 * Rates all marked days of all contracts: ordinary contracts in groups, the others alone, several in parallel. A contract
 * that runs out of memory leaves it to the others and is tried alone at the end.
 * A failure is logged and tried again at the next call; it stops neither the contract's other days nor other contracts.
 * The order changes with each call, because a contract may crash the usage database and fail those after it.
 * Returns the number of rated days and of failures.
 */
export async function rateDue(deps: Stores): Promise<{ days: number; failed: number }> {
  const now = deps.clock.now();
  const due = await dirtyDays(deps.db);
  const byGroups = await rateInGroups(deps, due, now);
  const marked = Map.groupBy(byGroups.left, ({ contractId }) => contractId);
  const round: Round = { days: byGroups.days, failed: 0, crowded: [] };
  // The workers share one iterator: a worker that is done takes the next contract.
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
      // The contract's other stretches would probably fail, too, and take memory from ingestion and reads.
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

/** Returns the rest of the stretch if memory ran out and `inHalves` is false; that is not logged yet. */
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
    deps.log.info({ contractId, days }, 'the days were signed before this rating');
  } else {
    round.failed += 1;
    deps.log.error({ contractId, days, err: error }, 'days could not be rated');
  }
}

const isSigned = (error: unknown) => error instanceof Refusal && error.reason === 'MONTH_SIGNED';

/** Signing a month rates it and removes the marks that it has read. A mark that remains is never rated. */
async function isMarked({ db }: Stores, contractId: string, days: readonly Day[]): Promise<boolean> {
  return (await dirtyDays(db, contractId)).some(({ day }) => days.includes(day));
}
