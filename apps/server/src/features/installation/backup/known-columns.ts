import { PassThrough, Transform } from 'node:stream';

/** The part of an entry that the restoring version knows, and the filter for its rows. */
interface Known {
  readonly columns: readonly string[];
  /** Passes on only the fields of these columns. */
  readonly only: () => Transform;
  /** Columns that are not Usance's. */
  readonly strange: readonly string[];
}

/** Compares the columns of an entry with those of the table that it is restored into. */
export function knownColumns(columns: readonly string[], made: readonly string[]): Known {
  const isKnown = columns.map((column) => made.includes(column));
  return {
    columns: columns.filter((_, field) => isKnown[field]),
    only: () => (isKnown.includes(false) ? fieldsOnly(isKnown) : new PassThrough()),
    strange: columns.filter((_, field) => !isKnown[field]),
  };
}

/** Filters rows as both engines write them, where tabs and newlines within values are escaped. */
function fieldsOnly(isKept: readonly boolean[]): Transform {
  let rest = '';
  const kept = (line: string) =>
    line
      .split('\t')
      .filter((_, field) => isKept[field])
      .join('\t');
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      // latin1 maps each byte to one character, so no byte changes.
      const lines = (rest + chunk.toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      done(null, Buffer.from(lines.map((line) => `${kept(line)}\n`).join(''), 'latin1'));
    },
    flush: (done) => done(null, rest === '' ? undefined : Buffer.from(kept(rest), 'latin1')),
  });
}
