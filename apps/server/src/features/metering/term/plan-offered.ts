import { earlierEnd, isSameTime } from './term.ts';

/** A version of terms that an offer has brought. */
interface OfferedVersion {
  readonly id: string;
  readonly offer_id: string;
  readonly effective_from: Date;
  readonly effective_to: Date | null;
}

/** What became of the versions of one offer. */
export interface ChangeCounts {
  readonly written: number;
  readonly ended: number;
  readonly unchanged: number;
}

interface OfferedPlan<Row> {
  readonly gone: readonly Row[];
  /** Kept ones with another end. */
  readonly moved: readonly Row[];
  readonly came: readonly Row[];
  /** From when on something changes. */
  readonly changedFrom: readonly Date[];
  readonly counts: ReadonlyMap<string, ChangeCounts>;
}

interface Comparing<Row> {
  /** Whether two versions of one offer say the same, but for their times. */
  isSame(one: Row, other: Row): boolean;
  /** The end of the last signed month: an end before it stays as it is, since nothing can be rated by it any more. */
  readonly signedUntil: Date | undefined;
}

/** What makes the kept versions of offers those that are wanted. */
export function planOffered<Row extends OfferedVersion>(
  kept: readonly Row[],
  wanted: readonly Row[],
  { isSame, signedUntil }: Comparing<Row>,
): OfferedPlan<Row> {
  const isOne = (one: Row, other: Row) =>
    one.offer_id === other.offer_id && isSameTime(one.effective_from, other.effective_from) && isSame(one, other);
  const pairs = kept.map((row) => ({ row, target: wanted.find((other) => isOne(row, other)) }));
  const gone = pairs.flatMap(({ row, target }) => (target === undefined ? [row] : []));
  const staying = pairs.flatMap(({ row, target }) => (target === undefined ? [] : [{ row, to: target.effective_to }]));
  const moved = staying.flatMap(({ row, to }) => {
    const from = isSameTime(row.effective_to, to) ? null : earlierEnd(row.effective_to, to);
    return from === null || (signedUntil && from < signedUntil) ? [] : [{ row: { ...row, effective_to: to }, from }];
  });
  const came = wanted.filter((row) => !kept.some((other) => isOne(other, row)));
  const isMoved = ({ id }: Row) => moved.some(({ row }) => row.id === id);
  const count = (rows: readonly Row[], offer: string) => rows.filter(({ offer_id }) => offer_id === offer).length;
  const unchanged = staying.map(({ row }) => row).filter((row) => !isMoved(row));
  const ended = [...gone, ...moved.map(({ row }) => row)];
  const offers = new Set([...kept, ...wanted].map(({ offer_id }) => offer_id));
  return {
    gone,
    moved: moved.map(({ row }) => row),
    came,
    changedFrom: [...gone, ...came].map(({ effective_from }) => effective_from).concat(moved.map(({ from }) => from)),
    counts: new Map(
      [...offers].map((offer) => [
        offer,
        { written: count(came, offer), ended: count(ended, offer), unchanged: count(unchanged, offer) },
      ]),
    ),
  };
}
