import { kindIn, kindText, type UsageKind } from './usage-kind.ts';
import type { UsageLine } from './usage-line.ts';

/** Lines by column, which travel between threads at a tenth of the cost of objects. */
export interface UsageColumns {
  /** The distinct kinds as text. */
  readonly kinds: readonly string[];
  readonly kindAt: Uint32Array;
  readonly lines: Uint32Array;
  readonly recordHashes: BigUint64Array;
  /** Texts without line breaks, one a line. */
  readonly quantities: string;
  readonly ownTexts: string;
  readonly keys: string;
  readonly contentHashes: string;
}

export function usageColumns(lines: readonly UsageLine[]): UsageColumns {
  const places = new Map<UsageKind, number>();
  const kindAt = lines.map(({ kind }) => {
    const place = places.get(kind) ?? places.size;
    places.set(kind, place);
    return place;
  });
  const column = (textOf: (line: UsageLine) => string) => lines.map(textOf).join('\n');
  return {
    kinds: [...places.keys()].map(kindText),
    kindAt: Uint32Array.from(kindAt),
    lines: Uint32Array.from(lines, ({ line }) => line),
    recordHashes: BigUint64Array.from(lines, ({ recordHash }) => recordHash),
    quantities: column(({ quantity }) => quantity),
    ownTexts: column(({ own }) => own),
    keys: column(({ key }) => key),
    contentHashes: column((line) => line.contentHash),
  };
}

/** Returns the lines, with their numbers raised by `linesBefore`. */
export function linesIn(columns: UsageColumns, linesBefore: number): UsageLine[] {
  const kinds = columns.kinds.map(kindIn);
  const quantities = columns.quantities.split('\n');
  const ownTexts = columns.ownTexts.split('\n');
  const keys = columns.keys.split('\n');
  const contentHashes = columns.contentHashes.split('\n');
  return Array.from(columns.lines, (line, at) => ({
    line: linesBefore + line,
    kind: known(kinds[columns.kindAt[at] ?? -1]),
    quantity: known(quantities[at]),
    own: known(ownTexts[at]),
    recordHash: known(columns.recordHashes[at]),
    key: known(keys[at]),
    contentHash: known(contentHashes[at]),
  }));
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new RangeError('The columns differ in length');
  return value;
}
