interface SharedColumn {
  /** Its part of the table's width, in proportion to the others. */
  readonly share: number;
  readonly isNumber?: true;
  /** The width of its widest word in points. */
  readonly widestWord: number;
}

/** Texts keep at least this part of a table, however wide its numbers are. */
const leastForTexts = 1 / 4;

/**
 * Returns the widths of columns in points; they add up to `whole`. A number is not broken: its column is at least as
 * wide as its widest word, and the columns of texts share the rest.
 */
export function columnWidths(columns: readonly SharedColumn[], whole: number): number[] {
  const shares = sumOf(columns.map(({ share }) => share));
  const wanted = columns.map(({ share, isNumber, widestWord }) =>
    isNumber ? Math.max((share / shares) * whole, widestWord) : 0,
  );
  const texts = sumOf(columns.map(({ share, isNumber }) => (isNumber ? 0 : share)));
  const forNumbers = texts === 0 ? whole : Math.min(sumOf(wanted), (1 - leastForTexts) * whole);
  const shrunk = sumOf(wanted) === 0 ? 0 : forNumbers / sumOf(wanted);
  return columns.map(({ share, isNumber }, at) =>
    isNumber ? (wanted[at] ?? 0) * shrunk : (share / texts) * (whole - forNumbers),
  );
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
