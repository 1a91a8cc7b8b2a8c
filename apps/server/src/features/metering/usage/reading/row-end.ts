import type { UsageRecord } from '@usance/api/metering/usage';
import type { UsageRecordRow } from '../moving/insert-usage-batch.ts';

/** The fields that records of one kind do not share. */
export type OwnUsage = Pick<UsageRecord, 'id' | 'objectId' | 'objectName' | 'quantity'>;

export type OwnFields = Pick<UsageRecordRow, 'usage_id' | 'object_id' | 'object_name' | 'quantity'>;

/** The fields of a record's own as the end of a row in JSON. */
export function rowEnd({ id, objectId, objectName, quantity }: OwnUsage): string {
  const fields: OwnFields = { usage_id: id, object_id: objectId, object_name: objectName, quantity };
  return JSON.stringify(fields).slice(1);
}

export function ownUsageIn(text: string): OwnUsage {
  const { usage_id: id, object_id: objectId, object_name: objectName, quantity }: OwnFields = JSON.parse(`{${text}`);
  return { id, objectId, objectName, quantity };
}
