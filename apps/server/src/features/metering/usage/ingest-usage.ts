import type { CallReply } from '@usance/api/call';
import type { usages } from '@usance/api/usage';
import type { Deps } from '../../../platform/context/context.ts';
import { invalidParameter } from '../../../platform/refusal.ts';
import { acceptUsage } from './accept-usage.ts';
import { flushUsage } from './flush-usage.ts';
import { impatient } from './impatient.ts';
import { lookForLost } from './look-for-lost.ts';
import { type Line, readLines } from './read-lines.ts';
import { type RefusedLine, readUsageLine, refusedLine, type UsageLine } from './usage-line.ts';

const linesATransaction = 10_000;
const mostBytes = 64 * 1024 * 1024;
const mostRefusalsTold = 1_000;
/** What is acknowledged waits no longer for its reply where the usage database does not take it. */
const patienceMs = 5_000;

/**
 * Takes in NDJSON usage, some thousands of lines a transaction; what is committed stays acknowledged whatever happens
 * after, and sending all of it again changes nothing. The reply counts every line and tells the first 1,000 refusals.
 */
export async function ingestUsage(
  deps: Deps,
  { body }: { body: AsyncIterable<Buffer> },
): Promise<CallReply<typeof usages.ingest>> {
  const reply: CallReply<typeof usages.ingest> = { accepted: 0, duplicate: 0, refused: 0, refusals: [] };
  const refuse = (refusals: readonly RefusedLine[]) => {
    reply.refused += refusals.length;
    reply.refusals.push(...refusals.slice(0, mostRefusalsTold - reply.refusals.length));
  };
  const batches: string[] = [];
  let canTell = true;
  for await (const lines of chunksOf(readLines(body, mostBytes))) {
    const now = deps.clock.now();
    const read = lines.map((line) => readLine(line, now));
    refuse(read.filter((line) => 'reason' in line));
    const sound = read.filter((line): line is UsageLine => 'record' in line);
    if (sound.length === 0) continue;
    const accept = (some: readonly UsageLine[]) => deps.db.transaction().execute((tx) => acceptUsage(tx, some, now));
    const outcome = await accept(sound);
    reply.accepted += outcome.accepted;
    reply.duplicate += outcome.duplicate;
    refuse(outcome.refusals);
    batches.push(...outcome.batches);
    if (!canTell) continue;
    const found = await lookForLost(deps, outcome.known);
    canTell = found !== 'unknown';
    // Told already, as duplicates.
    if (found === 'lost') batches.push(...(await accept(outcome.known)).batches);
  }
  reply.refusals.sort((left, right) => left.line - right.line);
  // Acknowledged already: moving it on is the flush job's duty, this only makes it seen sooner. What others sent would
  // keep the meter waiting.
  if (batches.length > 0) {
    const clickhouse = impatient(deps.clickhouse, patienceMs);
    await flushUsage({ ...deps, clickhouse }, { batches }).catch((err) => deps.log.warn({ err }, 'usage waits'));
  }
  return reply;
}

function readLine(line: Line, now: Date): UsageLine | RefusedLine {
  if (line.text !== undefined) return readUsageLine(line.number, line.text, now);
  const refusal = invalidParameter('', 'The line is too long or not UTF-8.');
  return refusedLine({ line: line.number, id: undefined }, refusal);
}

async function* chunksOf(lines: AsyncIterable<Line>): AsyncGenerator<Line[]> {
  let chunk: Line[] = [];
  for await (const line of lines) {
    chunk.push(line);
    if (chunk.length < linesATransaction) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
