import { expect, it } from 'vitest';
import { columnWidths } from './column-widths.ts';

const text = { share: 2, widestWord: 500 };
const number = (widestWord: number) => ({ share: 1, isNumber: true, widestWord }) as const;

it.each([
  ['shares the width', [text, number(10), number(20)], [50, 25, 25]],
  ['widens a column for its number, at the cost of texts', [text, number(10), number(40)], [35, 25, 40]],
  ['keeps a quarter for texts', [text, number(90), number(90)], [25, 37.5, 37.5]],
  ['fills a table of numbers', [number(10), number(10)], [50, 50]],
  ['fills a table of texts', [text, { ...text, share: 3 }], [40, 60]],
] as const)('%s', (_, columns, widths) => {
  expect(columnWidths(columns, 100)).toEqual(widths);
});
