import type { CallReply } from '@usance/api/call';
import { type UsageRecord, usageRecord, type usages } from '@usance/api/metering/usage';
import { floorToHour, hourMs, type Instant } from '@usance/period/instant';
import { parse } from 'secure-json-parse';
import * as z from 'zod/mini';
import { parseInput } from '#platform/http/calls/input/parse-input.ts';
import { recent } from '#platform/recent.ts';
import { invalidParameter, Refusal } from '#platform/refusal.ts';
import { recordHashOf } from '../moving/hash-total.ts';
import { ownText } from '../payload/own-usage.ts';
import { contentHash, keyOf } from './content-hash.ts';
import { instantIn } from './instant-in.ts';
import { quickRecord } from './quick-record.ts';
import { kindOf, type UsageKind } from './usage-kind.ts';

/** A record that is valid in itself; its contract, data cloud and SKU are not checked yet. */
export interface UsageLine {
  readonly line: number;
  readonly kind: UsageKind;
  readonly quantity: string;
  /** The fields of its own; see `ownText`. */
  readonly own: string;
  /** Its part of a hash total. */
  readonly recordHash: bigint;
  /** Identifies the record within the installation. */
  readonly key: string;
  /** Distinguishes a copy from another record with the same id. */
  readonly contentHash: string;
  /** The hashes under the other contracts of its data cloud. */
  readonly otherHashes?: readonly string[];
}

/** A refused line in the reply, with its reason. */
export type RefusedLine = CallReply<typeof usages.ingest>['refusals'][number];

const mostMs = 31 * 24 * hourMs;
const aheadMs = 5 * 60_000;

const cloudEvent = z.object({
  specversion: z.literal('1.0'),
  id: z.string(),
  source: z.string(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
});

/** Reads one line: a record, or a CloudEvent with a record as data. Returns a refusal instead of throwing it. */
export function readUsageLine(line: number, text: string, now: Date): UsageLine | RefusedLine {
  let id: string | undefined;
  try {
    const value = recordIn(jsonOf(text));
    id = typeof value['id'] === 'string' ? value['id'] : undefined;
    const record = quickRecord(value) ?? parseInput(usageRecord, value);
    const kind = kindOf(record, usedPeriodOf(record, now));
    const { quantity } = record;
    const hashes = {
      recordHash: recordHashOf(record.source, record.id),
      key: keyOf(record),
      contentHash: contentHash(kind, record),
    };
    return { line, kind, quantity, own: ownText(record), ...hashes };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refusedLine({ line, id }, error);
  }
}

export function refusedLine(at: { line: number; id: string | undefined }, refusal: Refusal): RefusedLine {
  const field = refusal.metadata['field'];
  return {
    line: at.line,
    ...(at.id === undefined ? {} : { id: at.id.slice(0, 200).toWellFormed() }),
    reason: refusal.reason,
    message: field ? `${field}: ${refusal.message}` : refusal.message,
  };
}

function jsonOf(text: string): unknown {
  try {
    return parse(text, null, { protoAction: 'error', constructorAction: 'error' });
  } catch {
    throw invalidParameter('', 'The line is not a JSON object.');
  }
}

function recordIn(value: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw invalidParameter('', 'The line is not a JSON object.');
  if (!('specversion' in value)) return value;
  const event = cloudEvent.safeParse(value);
  if (!event.success) throw invalidParameter('specversion', 'This is not a CloudEvent 1.0 with data.');
  return { ...event.data.data, id: event.data.id, source: event.data.source };
}

const startIn = recent(10_000, (text: string) => instantIn('start', text));
const endIn = recent(10_000, (text: string) => instantIn('end', text));

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Usage lies within one UTC hour, or begins and ends on the hour. */
function usedPeriodOf(record: UsageRecord, now: Date): { start: Instant; end: Instant } {
  const start = startIn(record.start);
  const end = endIn(record.end);
  if (end <= start) throw invalidParameter('end', 'Must lie after start.');
  if (end - start > mostMs) throw invalidParameter('end', 'A record covers at most 31 days.');
  const inOneHour = end - floorToHour(start) <= hourMs;
  const onTheHour = floorToHour(start) === start && floorToHour(end) === end;
  if (!inOneHour && !onTheHour) throw invalidParameter('start', 'Usage must be cut at UTC hours.');
  if (end > now.getTime() + aheadMs) throw invalidParameter('end', 'Lies in the future.');
  return { start, end };
}
