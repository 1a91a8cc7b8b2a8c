import { hash } from 'node:crypto';
import type { UsageRecord } from '@usance/api/metering/usage';
import { type Instant, toRfc3339 } from '@usance/period/instant';
import { recent } from '#platform/recent.ts';

/** A record with its parsed times. */
export interface TimedRecord {
  readonly record: UsageRecord;
  readonly start: Instant;
  readonly end: Instant;
}

/** The key of a record, unique in its source, as 16 bytes in hex. */
export function keyOf({ source, id }: Pick<UsageRecord, 'source' | 'id'>): string {
  // Neither text has a line break.
  return hash('sha256', `${source}\n${id}`).slice(0, 32);
}

/**
 * Hashes the billed content of a record in a canonical form, so that "1" equals "1.0"; 8 bytes in hex. Fields at their
 * default are left out, so a field that is added later changes no hash.
 */
export function contentHash({ record, start, end }: TimedRecord): string {
  const { contractId, datacloudId, objectId, objectName, resourceKind, billingItem, tier, unit, chargeable } = record;
  return hashOf([
    ['contractId', contractId],
    ['datacloudId', datacloudId],
    ['objectId', objectId],
    ['objectName', objectName],
    ['resourceKind', resourceKind],
    ['billingItem', billingItem],
    ...(tier === '' ? [] : [['tier', tier]]),
    ['quantity', shortestForm(record.quantity)],
    ['unit', unit],
    ['start', timeText(start)],
    ['end', timeText(end)],
    ...(chargeable ? [] : [['chargeable', false]]),
  ]);
}

/** True if the stored hash `held` is of the same content. */
export function isSameContent(
  held: string,
  { contentHash: own, otherHashes }: { readonly contentHash: string; readonly otherHashes?: readonly string[] },
): boolean {
  return held === own || otherHashes?.includes(held) === true;
}

const timeText = recent(10_000, toRfc3339);

function hashOf(fields: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(fields)).slice(0, 16);
}

function shortestForm(quantity: string): string {
  return quantity.includes('.') ? quantity.replace(/\.?0+$/, '') : quantity;
}
