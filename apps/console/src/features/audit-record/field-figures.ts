import { formatQuantity, formatRate } from '@usance/money/display';
import { formatFileSize } from '../../ui/format/file-size.ts';

type Figure = (text: string) => string;

/** The full price is 100 % here: beside a change, a dash would read as nothing. */
const rate: Figure = (text) => (formatRate(text) === '-' ? '100%' : formatRate(text));
const size: Figure = (text) => formatFileSize(Number(text));

/** Columns that hold figures, and how each is read; a column that means another thing in a table has that table before it. */
const figures = new Map<string, Figure>([
  ['amount', formatQuantity],
  ['cash_deducted', formatQuantity],
  ['credited', formatQuantity],
  ['denomination', formatQuantity],
  ['discount_rate', rate],
  ['file_size', size],
  ['frozen', formatQuantity],
  ['max_threshold', formatQuantity],
  ['min_threshold', formatQuantity],
  ['rate', rate],
  ['threshold', formatQuantity],
  ['undeducted', formatQuantity],
]);

const figureText = /^-?\d+(\.\d+)?$/;

/** A figure without the zeros that say nothing; undefined where the column holds none, or the value is none. */
export function figureName(field: string, text: string): string | undefined {
  return figureText.test(text) ? figures.get(field)?.(text) : undefined;
}
