import { ClickHouseUnavailable } from '#platform/clickhouse/errors.ts';
import type { Deps } from '#platform/context/context.ts';
import { rowsIn } from '../payload/payload.ts';
import type { UsageRecordRow } from '../payload/usage-record-row.ts';
import { type ClaimedBatch, ClaimLost, markMoved, releaseClaim, renewClaim, setAside } from './batch-claims.ts';
import { insertUsageBatch } from './insert-usage-batch.ts';

/** The result for a claimed batch: it is stored, or the engine refused its content. */
export type Moved = 'moved' | 'set aside';

/**
 * Stores a claimed batch and releases it. A batch whose content the engine always refuses is set aside with an alarm.
 * Throws any other failure; the batch then stays for another attempt.
 */
export async function moveBatch(
  deps: Pick<Deps, 'db' | 'clickhouse' | 'clock' | 'log'>,
  batch: ClaimedBatch,
): Promise<Moved> {
  const { db, clickhouse, clock, log } = deps;
  const named = { contractId: batch.contractId, batchNo: String(batch.no), rows: batch.count };
  try {
    const rows = keptRows(batch);
    await insertUsageBatch(clickhouse, batch, rows, {
      isTried: batch.isTried,
      mayWrite: () => renewClaim(db, batch),
    });
    await markMoved(db, batch, clock.now());
    return 'moved';
  } catch (error) {
    if (error instanceof ClaimLost) {
      // The new holder verifies the batch after our rows arrived, unless it was done before.
      log.warn({ ...named, err: error }, 'a usage batch took too long to move and was taken by another process');
      throw error;
    }
    if (!isOfData(error)) {
      await releaseClaim(db, batch);
      throw error;
    }
    log.error({ ...named, err: error }, 'a usage batch cannot be stored and is set aside');
    await setAside(db, batch, error instanceof Error ? error.message : String(error), clock.now());
    return 'set aside';
  }
}

/** The payload differs from what was acknowledged. Only our own reading reports this, never the engine. */
class BadPayload extends Error {}

function keptRows({ payload, count }: ClaimedBatch): UsageRecordRow[] {
  const rows = readKept(payload);
  if (rows.length !== count) throw new BadPayload(`The payload has ${rows.length} rows instead of ${count}`);
  return rows;
}

function readKept(payload: string): UsageRecordRow[] {
  try {
    return rowsIn(payload);
  } catch (error) {
    throw new BadPayload('The payload cannot be read', { cause: error });
  }
}

/**
 * True for failures that would repeat with every attempt. All others, such as lack of memory or disk, are the engine's
 * trouble, and the batch waits.
 */
function isOfData(error: unknown): boolean {
  if (error instanceof ClickHouseUnavailable) return false;
  if (error instanceof BadPayload) return true;
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return dataFailures.has(code) || error.message.includes('Too many partitions');
}

/**
 * Matched by number, because a message may quote any name from a row. The list has failures of the sent data only:
 * CANNOT_READ_ARRAY_FROM_TEXT, for example, but not CANNOT_READ_ALL_DATA, which is about a disk.
 * @internal for its test, which asks the engine for their names
 */
export const dataFailures: ReadonlyMap<string, string> = new Map([
  ['6', 'CANNOT_PARSE_TEXT'],
  ['7', 'INCORRECT_NUMBER_OF_COLUMNS'],
  ['16', 'NO_SUCH_COLUMN_IN_TABLE'],
  ['25', 'CANNOT_PARSE_ESCAPE_SEQUENCE'],
  ['26', 'CANNOT_PARSE_QUOTED_STRING'],
  ['27', 'CANNOT_PARSE_INPUT_ASSERTION_FAILED'],
  ['38', 'CANNOT_PARSE_DATE'],
  ['41', 'CANNOT_PARSE_DATETIME'],
  ['44', 'ILLEGAL_COLUMN'],
  ['53', 'TYPE_MISMATCH'],
  ['69', 'ARGUMENT_OUT_OF_BOUND'],
  ['70', 'CANNOT_CONVERT_TYPE'],
  ['72', 'CANNOT_PARSE_NUMBER'],
  ['117', 'INCORRECT_DATA'],
  ['130', 'CANNOT_READ_ARRAY_FROM_TEXT'],
  ['131', 'TOO_LARGE_STRING_SIZE'],
  ['321', 'VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE'],
  ['376', 'CANNOT_PARSE_UUID'],
  ['407', 'DECIMAL_OVERFLOW'],
  ['467', 'CANNOT_PARSE_BOOL'],
  ['563', 'CANNOT_READ_MAP_FROM_TEXT'],
  ['691', 'UNKNOWN_ELEMENT_OF_ENUM'],
]);
