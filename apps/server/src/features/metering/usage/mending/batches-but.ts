/** So many numbers fit in a statement of the usage database, with room to spare. */
const numbersAStatement = 2_000;

/** Batches with numbers from `first` to `through`, less some. */
export interface BatchesBut {
  readonly first: bigint;
  readonly through: bigint;
  readonly but: readonly bigint[];
}

/** All batches up to a number but those that are named, in pieces that each name few enough for one statement. */
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

/** The condition that selects the rows of a piece; its parameters are the piece itself. */
export const inBatchesBut =
  'batch_no >= {first:UInt64} AND batch_no <= {through:UInt64} AND batch_no NOT IN {but:Array(UInt64)}';
