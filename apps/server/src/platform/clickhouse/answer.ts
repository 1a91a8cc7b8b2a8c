import { ClickHouseUnavailable } from './errors.ts';

type Headers = Readonly<Record<string, unknown>>;

/**
 * Refuses a success without the headers that ClickHouse puts on every answer: a proxy's page or an empty body. The
 * caller sees trouble of the engine, never wrong data.
 */
export function assertOfClickHouse(headers: Headers): void {
  if (!Object.keys(headers).some((name) => name.startsWith('x-clickhouse-')))
    throw notAnswered('no header of ClickHouse');
}

/**
 * Returns the rows of an answer in the format JSON, one document with an end and a count. A truncated or empty answer
 * throws, so it never looks like fewer rows.
 */
export function rowsOfAnswer<Row>(text: string): Row[] {
  const { data, rows, exception } = documentIn(text);
  if (!Array.isArray(data) || data.length !== rows || exception !== undefined) throw notAnswered(text);
  return data;
}

/** Returns the single row of a question that always has one. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw notAnswered(`${rows.length} rows where there is always one`);
  return row;
}

function documentIn(text: string): { data?: unknown; rows?: unknown; exception?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    throw notAnswered(text);
  }
}

/** Quotes the end of the answer, where the fault is. */
function notAnswered(found: string): ClickHouseUnavailable {
  return new ClickHouseUnavailable(new Error(`That is no answer of ClickHouse: ${JSON.stringify(found.slice(-300))}`));
}
