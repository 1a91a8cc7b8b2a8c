import type { UsageRecord } from '@usance/api/metering/usage';
import type { Instant } from '@usance/period/instant';
import { recent } from '#platform/recent.ts';

/** The fields that many records of a report share: all but id, object and quantity. */
export interface UsageKind
  extends Pick<
    UsageRecord,
    'source' | 'contractId' | 'datacloudId' | 'resourceKind' | 'billingItem' | 'tier' | 'unit' | 'chargeable'
  > {
  readonly start: Instant;
  readonly end: Instant;
}

/** Returns the same object for the same text as long as it comes again and again, so each kind is examined only once. */
export const kindIn = recent(10_000, (text: string): UsageKind => Object.freeze(JSON.parse(text)));

export const kindText = (kind: UsageKind): string => JSON.stringify(kind);

export function kindOf(record: UsageRecord, { start, end }: Pick<UsageKind, 'start' | 'end'>): UsageKind {
  const { source, contractId, datacloudId, resourceKind, billingItem, tier, unit, chargeable } = record;
  return kindIn(
    kindText({ source, contractId, datacloudId, resourceKind, billingItem, tier, unit, chargeable, start, end }),
  );
}
