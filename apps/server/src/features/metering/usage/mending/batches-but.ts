/** The most numbers in a statement of the usage database, with some reserve. */
const numbersAStatement = 2_000;

/** The batches with numbers from `first` to `through`, except those in `but`. */
export interface BatchesBut {
  readonly first: bigint;
  readonly through: bigint;
  readonly but: readonly bigint[];
}

/** Splits all batches up to `last`, except the named ones, into pieces that fit one statement each. */
export function batchesBut(named: readonly bigint[], last: bigint, atOnce = numbersAStatement): BatchesBut[] {
  const sorted = named.filter((no) => no <= last).sort((a, b) => (a < b ? -1 : 1));
  const pieces: BatchesBut[] = [];
  let first = 0n;
  for (let from = 0; from === 0 || from < sorted.length; from += atOnce) {
    const but = sorted.slice(from, from + atOnce);
    const through = from + atOnce < sorted.length ? (but.at(-1) ?? last) : last;
    pieces.push({ first, through, but });
    first = through + 1n;
  }
  return pieces;
}

/** The SQL condition for the rows of a piece; its parameters are the fields of the piece. */
export const inBatchesBut =
  'batch_no >= {first:UInt64} AND batch_no <= {through:UInt64} AND batch_no NOT IN {but:Array(UInt64)}';
