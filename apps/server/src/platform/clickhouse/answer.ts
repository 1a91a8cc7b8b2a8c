import { ClickHouseUnavailable } from './errors.ts';

type Headers = Readonly<Record<string, unknown>>;

/**
 * Refuses a success that ClickHouse did not tell: a proxy's page, an empty body. ClickHouse puts headers of its own on
 * every answer. What is refused is trouble of the engine, and never data.
 */
export function assertOfClickHouse(headers: Headers): void {
  if (!Object.keys(headers).some((name) => name.startsWith('x-clickhouse-')))
    throw notAnswered('no header of ClickHouse');
}

/**
 * The rows of an answer in the format JSON, which is one document with an end and a count: an answer that is empty or cut,
 * also between two rows, is none, and never means that there are fewer.
 */
export function rowsOfAnswer<Row>(text: string): Row[] {
  const { data, rows, exception } = documentIn(text);
  if (!Array.isArray(data) || data.length !== rows || exception !== undefined) throw notAnswered(text);
  return data;
}

/** The row of a question that is always answered with one, whatever is stored. */
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

/** What was wrong with an answer is seen at its end. */
function notAnswered(found: string): ClickHouseUnavailable {
  return new ClickHouseUnavailable(new Error(`That is no answer of ClickHouse: ${JSON.stringify(found.slice(-300))}`));
}
