import { type UsageRecord, usageRecord } from '@usance/api/metering/usage';
import type * as z from 'zod/mini';
import { parseInput } from '#platform/http/calls/input/parse-input.ts';
import { recent } from '#platform/recent.ts';
import { Refusal } from '#platform/refusal.ts';

/**
 * Reads an ordinary record as the schema would, in a tenth of the time: most texts of a report come again and again, so
 * the schema sees each only once. Undefined for anything unusual, which the schema must accept or refuse.
 */
export function quickRecord(value: Readonly<Record<string, unknown>>): UsageRecord | undefined {
  for (const name in value) if (!names.has(name)) return undefined;
  const { id, source = 'default', tier = '', quantity, correction = false, chargeable = true } = value;
  if (typeof id !== 'string' || !ordinaryId.test(id)) return undefined;
  if (typeof quantity !== 'string' || !ordinaryQuantity.test(quantity)) return undefined;
  if (typeof correction !== 'boolean' || typeof chargeable !== 'boolean') return undefined;
  const record = {
    id,
    source: texts.source(source),
    contractId: texts.contractId(value['contractId']),
    datacloudId: texts.datacloudId(value['datacloudId']),
    objectId: texts.objectId(value['objectId']),
    objectName: texts.objectName(value['objectName']),
    resourceKind: texts.resourceKind(value['resourceKind']),
    billingItem: texts.billingItem(value['billingItem']),
    tier: texts.tier(tier),
    quantity,
    correction,
    unit: texts.unit(value['unit']),
    start: texts.start(value['start']),
    end: texts.end(value['end']),
    chargeable,
  };
  return isComplete(record) ? record : undefined;
}

const names: ReadonlySet<string> = new Set(Object.keys(usageRecord.shape));
/** The schema accepts more: ids in any script, and negative quantities in corrections. */
const ordinaryId = /^[\x20-\x7e]{1,200}$/;
const ordinaryQuantity = /^(0|[1-9]\d{0,13})(\.\d{1,12})?$/;

const { shape } = usageRecord;
const texts = {
  source: textsOf(shape.source),
  contractId: textsOf(shape.contractId),
  datacloudId: textsOf(shape.datacloudId),
  objectId: textsOf(shape.objectId),
  objectName: textsOf(shape.objectName),
  resourceKind: textsOf(shape.resourceKind),
  billingItem: textsOf(shape.billingItem),
  tier: textsOf(shape.tier),
  unit: textsOf(shape.unit),
  start: textsOf(shape.start),
  end: textsOf(shape.end),
};

/** Returns a function that gives a text that the schema keeps as it is, and null for anything else. */
function textsOf<Text extends string>(schema: z.ZodMiniType<Text>): (value: unknown) => Text | null {
  const kept = recent(4_000, (value: string): Text | null => {
    try {
      const text = parseInput(schema, value);
      return text === value ? text : null;
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  });
  return (value) => (typeof value === 'string' ? kept(value) : null);
}

type Nullable<T> = { readonly [Key in keyof T]: T[Key] | null };

function isComplete(record: Nullable<UsageRecord>): record is UsageRecord {
  return !Object.values(record).includes(null);
}
