import { PassThrough, Transform } from 'node:stream';

/** What an entry holds that is known where it is restored, and what stands in the place of its rows then. */
interface Known {
  readonly columns: readonly string[];
  /** Passes on the fields of these columns alone. */
  readonly only: () => Transform;
  /** The columns that are somebody else's. */
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

/** Rows as both engines write them: a tab or a line's end within a value is escaped. */
function fieldsOnly(isKept: readonly boolean[]): Transform {
  let rest = '';
  const kept = (line: string) =>
    line
      .split('\t')
      .filter((_, field) => isKept[field])
      .join('\t');
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      // A byte for a character, whatever they mean.
      const lines = (rest + chunk.toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      done(null, Buffer.from(lines.map((line) => `${kept(line)}\n`).join(''), 'latin1'));
    },
    flush: (done) => done(null, rest === '' ? undefined : Buffer.from(kept(rest), 'latin1')),
  });
}
