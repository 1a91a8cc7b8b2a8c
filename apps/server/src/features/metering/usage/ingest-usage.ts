import type { CallReply } from '@usance/api/call';
import type { usages } from '@usance/api/metering/usage';
import type { Instant } from '@usance/period/instant';
import type { Deps } from '#platform/context/context.ts';
import { followPlansBeforeUse, type LastUsed } from '../../contract/contract-lifecycle/follow-plans-before-use.ts';
import { acceptUsage } from './accepting/accept-usage.ts';
import { MovedMeanwhile, type UsageSender } from './accepting/usage-grounds.ts';
import { lookForLost } from './mending/look-for-lost.ts';
import { movingMeanwhile } from './moving/move-meanwhile.ts';
import { readUsage } from './reading/read-usage.ts';
import type { RefusedLine, UsageLine } from './reading/usage-line.ts';

/** Keeps the synchronous work between two statements to some milliseconds. */
const linesATransaction = 5_000;
/**
 * The most lines in memory at a time, some megabytes. Grouping many of them keeps a report of alternating contracts from
 * making a batch for each line.
 */
const mostLinesAtOnce = 20_000;
const mostRefusalsTold = 1_000;

/**
 * Ingests NDJSON usage, some thousands of lines in a transaction, grouped by contract. Committed lines stay acknowledged
 * whatever happens later; sending the report again changes nothing. The reply counts all lines and lists the first
 * 1,000 refusals.
 */
export async function ingestUsage(
  deps: Deps,
  { body }: { body: AsyncIterable<Buffer> },
  { sender = 'meter' }: { sender?: UsageSender } = {},
): Promise<CallReply<typeof usages.ingest>> {
  const reply: CallReply<typeof usages.ingest> = { accepted: 0, duplicate: 0, refused: 0, refusals: [] };
  const refuse = (refusals: readonly RefusedLine[], refused = refusals.length) => {
    reply.refused += refused;
    const told = [...reply.refusals, ...refusals].sort((left, right) => left.line - right.line);
    reply.refusals = told.slice(0, mostRefusalsTold);
  };
  const moving = movingMeanwhile(deps);
  let canTell = true;
  const take = async (lines: readonly UsageLine[]) => {
    const now = deps.clock.now();
    // Otherwise usage after an end or a renewal would be accepted for a contract that is over.
    await followPlansBeforeUse(deps, lastUsed(lines), now, deps.provisioner);
    const accept = async (some: readonly UsageLine[]): ReturnType<typeof acceptUsage> => {
      try {
        return await deps.db.transaction().execute((tx) => acceptUsage(tx, some, now, sender));
      } catch (error) {
        if (error instanceof MovedMeanwhile) return accept(some);
        throw error;
      }
    };
    const outcome = await accept(lines);
    reply.accepted += outcome.accepted;
    reply.duplicate += outcome.duplicate;
    refuse(outcome.refusals);
    moving.add(outcome.batches, outcome.accepted);
    if (!canTell) return;
    const found = await lookForLost(deps, outcome.known);
    canTell = found !== 'unknown';
    // The reply counts them already, as duplicates.
    if (found === 'lost') moving.add((await accept(outcome.known)).batches, outcome.known.length);
  };
  const takeAll = async (lines: readonly UsageLine[]) => {
    for (const some of byContract(lines, linesATransaction)) await take(some);
  };
  let sound: UsageLine[] = [];
  const contracts = new Set<string>();
  let taking = Promise.resolve();
  try {
    for await (const read of readUsage(body, deps, mostRefusalsTold)) {
      refuse(read.refusals, read.refused);
      sound.push(...read.sound);
      for (const { kind } of read.sound) contracts.add(kind.contractId);
      // A transaction for each contract, so that few contracts need not wait for many lines.
      if (sound.length < Math.min(mostLinesAtOnce, contracts.size * linesATransaction)) continue;
      // The next lines are read meanwhile.
      await taking;
      taking = takeAll(sound);
      // Prevents an unhandled rejection; the error is thrown when its turn comes.
      taking.catch(() => {});
      sound = [];
      contracts.clear();
    }
  } finally {
    await Promise.allSettled([taking]);
  }
  await taking;
  await takeAll(sound);
  await moving.done();
  return reply;
}

function lastUsed(lines: readonly UsageLine[]): LastUsed {
  const used = new Map<string, Instant>();
  for (const { kind } of lines) {
    const known = used.get(kind.datacloudId);
    if (known === undefined || known < kind.start) used.set(kind.datacloudId, kind.start);
  }
  return used;
}

/**
 * Groups lines by contract, keeping the order within each, and cuts the result into pieces of at most `atMost`. Each
 * piece makes one batch for each of its contracts, so there are few batches.
 */
function byContract(lines: readonly UsageLine[], atMost: number): UsageLine[][] {
  const ordered = [...Map.groupBy(lines, ({ kind }) => kind.contractId).values()].flat();
  const pieces: UsageLine[][] = [];
  for (let from = 0; from < ordered.length; from += atMost) pieces.push(ordered.slice(from, from + atMost));
  return pieces;
}
