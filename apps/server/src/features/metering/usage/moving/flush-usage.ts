import { ClickHouseUnavailable } from '#platform/clickhouse/errors.ts';
import type { Deps } from '#platform/context/context.ts';
import { unavailable } from '#platform/refusal.ts';
import { type ClaimedBatch, ClaimLost } from './batch-claims.ts';
import { failingContracts, keepFailure } from './failed-batches.ts';
import { type ClaimedGroup, claimWaiting } from './group-claims.ts';
import { healBatch } from './heal-batch.ts';
import { moveBatch } from './move-batch.ts';
import { moveGroup } from './move-group.ts';
import { hasUnmoved, type Wanted } from './wanted-batches.ts';

/** After so many failures in a row, the usage database is the cause and not the contracts. */
const mostFailures = 3;

/**
 * Moves acknowledged batches to the usage database, oldest first, with previously failing contracts last. Returns the
 * number of moved batches. Safe to repeat, to run concurrently, and to be killed at any point.
 * A failing batch blocks only its own contract. Throws the first failure at the end, or at once if the usage database
 * is down.
 */
export async function flushUsage(
  deps: Pick<Deps, 'db' | 'clickhouse' | 'clock' | 'log'>,
  wanted: Wanted = {},
): Promise<number> {
  const failing = await failingContracts(deps.db, wanted);
  const others = { ...wanted, except: failing };
  const isForAll = wanted.contractId === undefined && wanted.batches === undefined;
  const round: Round = { isForAll, moved: 0, failedInARow: 0, failed: new Map() };
  for (const scope of [others, ...failing.map((contractId) => ({ ...wanted, contractId }))]) {
    await flushScope(deps, scope, round);
    if (round.failedInARow === mostFailures) break;
  }
  for (const [, error] of round.failed) if (!(error instanceof ClaimLost)) throw error;
  return round.moved;
}

interface Round {
  readonly isForAll: boolean;
  moved: number;
  failedInARow: number;
  /** The first error of each contract. */
  readonly failed: Map<string, unknown>;
}

type Engines = Pick<Deps, 'db' | 'clickhouse' | 'clock' | 'log'>;

async function flushScope(deps: Engines, scope: Wanted, round: Round): Promise<void> {
  while (round.failedInARow < mostFailures) {
    const claimed = await claimWaiting(deps.db, {
      ...scope,
      except: [...(scope.except ?? []), ...round.failed.keys()],
    });
    if (!claimed) return;
    await ('batches' in claimed ? flushGroup(deps, claimed, round) : flushBatch(deps, claimed, round));
  }
}

async function flushGroup(deps: Engines, group: ClaimedGroup, round: Round): Promise<void> {
  try {
    const { moved, lost } = await moveGroup(deps, group);
    round.moved += moved;
    if (moved > 0) round.failedInARow = 0;
    for (const batch of lost) await healBatch(deps, batch);
  } catch (error) {
    for (const { contractId } of group.batches) round.failed.set(contractId, error);
    if (error instanceof ClaimLost) return;
    // The engine refuses a fence, for example because that month has too many parts. Others come first next time.
    if (!(error instanceof ClickHouseUnavailable))
      for (const batch of group.batches) await keepFailure(deps, batch, new ClickHouseUnavailable(error));
    throw error;
  }
}

async function flushBatch(deps: Engines, batch: ClaimedBatch, round: Round): Promise<void> {
  try {
    if ((await moveBatch(deps, batch)) === 'moved') round.moved += 1;
    round.failedInARow = 0;
  } catch (error) {
    if (error instanceof ClickHouseUnavailable) {
      // The cause may be this batch alone: recorded as failing, it comes last in the next round.
      if (round.isForAll) await keepFailure(deps, batch, error);
      throw error;
    }
    round.failed.set(batch.contractId, error);
    if (error instanceof ClaimLost) {
      await healBatch(deps, batch);
      return;
    }
    round.failedInARow += 1;
    await keepFailure(deps, batch, error);
  }
}

const pollMs = 25;
const mostPolls = 400;

/**
 * Like `flushUsage`, until all wanted batches are moved or set aside. Waits for batches that another process moves; 503
 * if that takes too long.
 */
export async function flushThrough(
  deps: Pick<Deps, 'db' | 'clickhouse' | 'clock' | 'log'>,
  wanted: Pick<Wanted, 'contractId' | 'throughBatch' | 'batches'>,
): Promise<void> {
  for (let poll = 0; poll < mostPolls; poll += 1) {
    await flushUsage(deps, wanted);
    if (!(await hasUnmoved(deps.db, wanted))) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw unavailable(
    'another process has been moving batches for too long',
    'Usage is still on its way. Please try again.',
  );
}
