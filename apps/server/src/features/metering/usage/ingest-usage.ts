import type { CallReply } from '@usance/api/call';
import type { usages } from '@usance/api/usage';
import type { Instant } from '@usance/period/instant';
import { bounded } from '#platform/clickhouse/bounded.ts';
import type { Deps } from '#platform/context/context.ts';
import { followPlansBeforeUse, type LastUsed } from '../../contract/contract-lifecycle/follow-plans-before-use.ts';
import { acceptUsage } from './accepting/accept-usage.ts';
import { MovedMeanwhile, type UsageSender } from './accepting/usage-grounds.ts';
import { lookForLost } from './mending/look-for-lost.ts';
import { flushUsage } from './moving/flush-usage.ts';
import { byContract } from './reading/lines-by-contract.ts';
import { readUsage } from './reading/read-usage.ts';
import type { RefusedLine, UsageLine } from './reading/usage-line.ts';

/** What is done for them without a pause, between two statements, stays within some milliseconds. */
const linesATransaction = 1_500;
/** Gathered at a time, so that a report that goes by turns over its contracts has no batch a line: some megabytes. */
const linesAtOnce = 10_000;
const mostRefusalsTold = 1_000;
/** What is acknowledged waits no longer for its reply, however much the usage database has yet to take of it. */
const patienceMs = 5_000;

/**
 * Takes in NDJSON usage, some hundreds of lines a transaction, by contract; what is committed stays acknowledged whatever
 * happens after, and sending all of it again changes nothing. The reply counts every line and tells the first 1,000 refusals.
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
  const batches: string[] = [];
  let canTell = true;
  const take = async (lines: readonly UsageLine[]) => {
    const now = deps.clock.now();
    // Or usage from after an end or a renewal would be taken in as if its contract went on.
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
    batches.push(...outcome.batches);
    if (!canTell) return;
    const found = await lookForLost(deps, outcome.known);
    canTell = found !== 'unknown';
    // Told already, as duplicates.
    if (found === 'lost') batches.push(...(await accept(outcome.known)).batches);
  };
  const takeAll = async (lines: readonly UsageLine[]) => {
    for (const some of byContract(lines, linesATransaction)) await take(some);
  };
  let sound: UsageLine[] = [];
  for await (const read of readUsage(body, deps, mostRefusalsTold)) {
    refuse(read.refusals, read.refused);
    sound.push(...read.sound);
    if (sound.length < linesAtOnce) continue;
    await takeAll(sound);
    sound = [];
  }
  await takeAll(sound);
  // Acknowledged already: moving it on is the flush job's duty, this only makes it seen sooner. What others sent would
  // keep the meter waiting.
  if (batches.length > 0) {
    const clickhouse = bounded(deps.clickhouse, { gone: AbortSignal.timeout(patienceMs) });
    await flushUsage({ ...deps, clickhouse }, { batches }).catch((err) => deps.log.warn({ err }, 'usage waits'));
  }
  return reply;
}

function lastUsed(lines: readonly UsageLine[]): LastUsed {
  const used = new Map<string, Instant>();
  for (const { record, start } of lines) {
    const known = used.get(record.datacloudId);
    if (known === undefined || known < start) used.set(record.datacloudId, start);
  }
  return used;
}
