import { hash } from 'node:crypto';
import type { UsageRecord } from '@usance/api/metering/usage';
import { toRfc3339 } from '@usance/period/instant';
import { recent } from '#platform/recent.ts';
import type { OwnUsage } from '../payload/own-usage.ts';
import type { UsageKind } from './usage-kind.ts';

/** The key of a record, unique in its source, as 16 bytes in hex. */
export function keyOf({ source, id }: Pick<UsageRecord, 'source' | 'id'>): string {
  // Neither text has a line break.
  return hash('sha256', `${source}\n${id}`).slice(0, 32);
}

/**
 * Hashes the billed content of a record in a canonical form, so that "1" equals "1.0"; 8 bytes in hex. Fields at their
 * default are left out, so a field that is added later changes no hash.
 */
export function contentHash(kind: UsageKind, { objectId, objectName, quantity }: Omit<OwnUsage, 'id'>): string {
  const [first, middle, last] = hashedParts(kind);
  const object = `["objectId",${JSON.stringify(objectId)}],["objectName",${JSON.stringify(objectName)}]`;
  const text = `[${first},${object},${middle},["quantity","${shortestForm(quantity)}"],${last}]`;
  return hash('sha256', text).slice(0, 16);
}

/** True if the stored hash `held` is of the same content. */
export function isSameContent(
  held: string,
  { contentHash: own, otherHashes }: { readonly contentHash: string; readonly otherHashes?: readonly string[] },
): boolean {
  return held === own || otherHashes?.includes(held) === true;
}

/** The fields of a kind as JSON: those before the object, those before the quantity, and the others. */
const hashedParts = recent(10_000, (kind: UsageKind) => {
  const { contractId, datacloudId, resourceKind, billingItem, tier, unit, start, end, chargeable } = kind;
  return [
    fieldsOf([
      ['contractId', contractId],
      ['datacloudId', datacloudId],
    ]),
    fieldsOf([['resourceKind', resourceKind], ['billingItem', billingItem], ...(tier === '' ? [] : [['tier', tier]])]),
    fieldsOf([
      ['unit', unit],
      ['start', toRfc3339(start)],
      ['end', toRfc3339(end)],
      ...(chargeable ? [] : [['chargeable', false]]),
    ]),
  ] as const;
});

const fieldsOf = (fields: readonly unknown[]) => JSON.stringify(fields).slice(1, -1);

function shortestForm(quantity: string): string {
  return quantity.includes('.') ? quantity.replace(/\.?0+$/, '') : quantity;
}
