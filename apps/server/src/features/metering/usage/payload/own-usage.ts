import type { UsageRecord } from '@usance/api/metering/usage';

/** The fields that records of one kind do not share. */
export type OwnUsage = Pick<UsageRecord, 'id' | 'objectId' | 'objectName' | 'quantity'>;

/** A record's own fields as a line of a payload, JSON. */
export const ownText = ({ id, objectId, objectName, quantity }: OwnUsage): string =>
  JSON.stringify([id, objectId, objectName, quantity] satisfies OwnValues);

export function ownUsageIn(text: string): OwnUsage {
  const [id, objectId, objectName, quantity]: OwnValues = JSON.parse(text);
  return { id, objectId, objectName, quantity };
}

type OwnValues = [id: string, objectId: string, objectName: string, quantity: string];
