import { earlierEnd, isSameTime } from './term.ts';

/** A version of terms that an offer has set. */
interface OfferedVersion {
  readonly id: string;
  readonly offer_id: string;
  readonly effective_from: Date;
  readonly effective_to: Date | null;
}

/** The changes to the versions of one offer. */
export interface ChangeCounts {
  readonly written: number;
  readonly ended: number;
  readonly unchanged: number;
}

export interface OfferedPlan<Row> {
  readonly gone: readonly Row[];
  /** Kept versions with a new end. */
  readonly moved: readonly Row[];
  readonly came: readonly Row[];
  /** The instants from which something changes. */
  readonly changedFrom: readonly Date[];
  readonly counts: ReadonlyMap<string, ChangeCounts>;
}

interface Comparing<Row> {
  /** The subject of a version within its offer, such as its SKU. */
  about(row: Row): string;
  /** True if two versions of one offer have the same content, apart from their times. */
  isSame(one: Row, other: Row): boolean;
  /** The end of the last signed month. No version changes before it, because the usage is billed. */
  readonly signedUntil: Date | undefined;
}

/** Plans the changes that turn the kept versions into the wanted ones. */
export function planOffered<Row extends OfferedVersion>(
  kept: readonly Row[],
  wanted: readonly Row[],
  { about, isSame, signedUntil }: Comparing<Row>,
): OfferedPlan<Row> {
  const keyOf = (row: Row) => `${row.offer_id} ${row.effective_from.getTime()} ${about(row)}`;
  const wantedAt = Map.groupBy(wanted, keyOf);
  const targets = new Set<Row>();
  const gone: Row[] = [];
  const moved: { readonly row: Row; readonly from: Date }[] = [];
  const unchanged: Row[] = [];
  for (const row of kept) {
    const target = wantedAt.get(keyOf(row))?.find((other) => isSame(row, other));
    if (target) targets.add(target);
    else if (signedUntil === undefined || row.effective_from >= signedUntil) {
      gone.push(row);
      continue;
    }
    const change = endedAs(row, target ? target.effective_to : row.effective_from, signedUntil);
    if (change) moved.push(change);
    else unchanged.push(row);
  }
  const came = wanted.filter((row) => !targets.has(row));
  const ended = [...gone, ...moved.map(({ row }) => row)];
  return {
    gone,
    moved: moved.map(({ row }) => row),
    came,
    changedFrom: [...gone, ...came].map(({ effective_from }) => effective_from).concat(moved.map(({ from }) => from)),
    counts: countsOf({ came, ended, unchanged }),
  };
}

/**
 * The kept version with the wanted end, or with the end of the signed months if the wanted end lies within them.
 * Undefined if nothing changes.
 */
function endedAs<Row extends OfferedVersion>(
  row: Row,
  end: Date | null,
  signedUntil: Date | undefined,
): { readonly row: Row; readonly from: Date } | undefined {
  const to = end && signedUntil && end < signedUntil ? signedUntil : end;
  const from = isSameTime(row.effective_to, to) ? null : earlierEnd(row.effective_to, to);
  if (from === null || (signedUntil && from < signedUntil)) return undefined;
  return { row: { ...row, effective_to: to }, from };
}

function countsOf<Row extends OfferedVersion>({
  came,
  ended,
  unchanged,
}: Readonly<Record<'came' | 'ended' | 'unchanged', readonly Row[]>>): ReadonlyMap<string, ChangeCounts> {
  const offers = new Set([...came, ...ended, ...unchanged].map(({ offer_id }) => offer_id));
  const [written, over, same] = [came, ended, unchanged].map((rows) => Map.groupBy(rows, ({ offer_id }) => offer_id));
  const count = (of: ReadonlyMap<string, Row[]> | undefined, offer: string) => of?.get(offer)?.length ?? 0;
  return new Map(
    [...offers].map((offer) => [
      offer,
      { written: count(written, offer), ended: count(over, offer), unchanged: count(same, offer) },
    ]),
  );
}
