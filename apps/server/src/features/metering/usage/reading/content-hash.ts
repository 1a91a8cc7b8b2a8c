import { createHash } from 'node:crypto';
import type { UsageRecord } from '@usance/api/usage';
import { formatDecimal, fromUnits, parseDecimal } from '@usance/money/decimal';
import { type Instant, toRfc3339 } from '@usance/period/instant';

/** A record with its parsed times. */
export interface TimedRecord {
  readonly record: UsageRecord;
  readonly start: Instant;
  readonly end: Instant;
}

/**
 * Hashes the billed content of a record in a canonical form, so that "1" equals "1.0"; 16 bytes. Fields at their
 * default are left out, so a field that is added later changes no hash.
 */
export function contentHash({ record, start, end }: TimedRecord): Buffer {
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
    ['start', toRfc3339(start)],
    ['end', toRfc3339(end)],
    ...(chargeable ? [] : [['chargeable', false]]),
  ]);
}

/** True if the stored hash `held` is of the same content, in the canonical or an older form. */
export function isSameContent(
  held: Buffer,
  line: TimedRecord & { readonly contentHash: Buffer; readonly otherHashes?: readonly Buffer[] },
): boolean {
  return (
    held.equals(line.contentHash) ||
    line.otherHashes?.some((hash) => held.equals(hash)) ||
    formsOf(line.record.quantity).some((form) => held.equals(asWritten(line, form)))
  );
}

/** The oldest form: every field as it was written, in order of name. */
function asWritten({ record, start, end }: TimedRecord, quantity: string): Buffer {
  const { billingItem, chargeable, contractId, correction, datacloudId, id, objectId, objectName } = record;
  return hashOf([
    ['billingItem', billingItem],
    ['chargeable', chargeable],
    ['contractId', contractId],
    ['correction', correction],
    ['datacloudId', datacloudId],
    ['end', toRfc3339(end)],
    ['id', id],
    ['objectId', objectId],
    ['objectName', objectName],
    ['quantity', quantity],
    ['resourceKind', record.resourceKind],
    ['source', record.source],
    ['start', toRfc3339(start)],
    ['tier', record.tier],
    ['unit', record.unit],
  ]);
}

function hashOf(fields: readonly unknown[]): Buffer {
  return createHash('sha256').update(JSON.stringify(fields)).digest().subarray(0, 16);
}

function shortestForm(quantity: string): string {
  return quantity.includes('.') ? quantity.replace(/\.?0+$/, '') : quantity;
}

const mostPlaces = 12;

/** All notations of a quantity, with up to twelve places. */
function formsOf(quantity: string): string[] {
  const { units, scale } = parseDecimal(shortestForm(quantity));
  const value = fromUnits(units, scale);
  return Array.from({ length: mostPlaces + 1 - scale }, (_, more) => formatDecimal(value, scale + more));
}
