import { ClickHouseUnavailable } from '#platform/clickhouse/errors.ts';
import type { Deps } from '#platform/context/context.ts';
import { type ClaimedBatch, ClaimLost, markMoved, releaseClaim, renewClaim, setAside } from './batch-claims.ts';
import { insertUsageBatch, type UsageRecordRow } from './insert-usage-batch.ts';
import { rowsIn } from './pending-rows.ts';

/** What came of a claimed batch: it is stored, or the engine refuses what stands in it. */
export type Moved = 'moved' | 'set aside';

/**
 * Stores a claimed batch and lets go of it. One whose rows the usage database refuses whoever sends them is set aside with
 * an alarm; any other failure is thrown, and the batch stays to be tried again.
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
      // Whoever has it now proves it after us, unless they did so before our rows came in.
      log.warn({ ...named, err: error }, 'a usage batch was moved for too long and is in other hands');
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

/** The payload is not what was acknowledged: who reads what is kept may say so, and no answer of an engine. */
class BadPayload extends Error {}

function keptRows({ payload, count }: ClaimedBatch): UsageRecordRow[] {
  const rows = readKept(payload);
  if (rows.length !== count) throw new BadPayload(`${rows.length} rows of ${count} are kept`);
  return rows;
}

function readKept(payload: string): UsageRecordRow[] {
  try {
    return rowsIn(payload);
  } catch (error) {
    throw new BadPayload('What is kept is not what was written', { cause: error });
  }
}

/**
 * What would fail again however often it is sent. Everything else, memory and disk among them, is the engine's trouble:
 * then the batch waits, since nothing is wrong with it.
 */
function isOfData(error: unknown): boolean {
  if (error instanceof ClickHouseUnavailable) return false;
  if (error instanceof BadPayload) return true;
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return dataFailures.has(code) || error.message.includes('Too many partitions');
}

/**
 * By number, since names stand behind what the engine quotes of a row, which can say any of them. Of what was sent:
 * beside CANNOT_READ_ARRAY_FROM_TEXT, for one, stands CANNOT_READ_ALL_DATA, which is of a disk.
 *
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
