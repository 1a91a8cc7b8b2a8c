import { isNegative } from '@usance/money/decimal';

const names = {
  size: '[KMGTPE]?i?[bB]',
  one: 'Year|Month|Day|Hour|Minute|Second',
  many: 'Years|Months|Days|Hours|Minutes|Seconds',
  count: '[A-Za-z][A-Za-z0-9]*(?: +[A-Za-z][A-Za-z0-9]*)*',
};
const { size, one, many, count } = names;
const units = new RegExp(
  `^(?:(?:\\d+ )?(?:${size}|${one}|${many}|${count})|(?:${size}|${count})-(?:${many})|(?:${size}|${count}|${many})/(?:(?:${one})|\\d+ (?:${many})))$`,
);

/** True if a cell that is not null has the format of its column. */
export const isNumeric = (cell: string) => /^-?\d+(\.\d+)?(E-?\d+)?$/.test(cell);
export const isNotBelowZero = (cell: string) => isNumeric(cell) && !isNegative(cell);
export const isInstant = (cell: string) =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(cell) && !Number.isNaN(Date.parse(cell));
export const isUnit = (cell: string) => units.test(cell);
export const isCurrency = (cell: string) => Intl.supportedValuesOf('currency').includes(cell);

/** True for a JSON object of scalars. */
export function isKeyValue(cell: string): boolean {
  try {
    const value: unknown = JSON.parse(cell);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
    return Object.values(value).every((each) => each === null || typeof each !== 'object');
  } catch {
    return false;
  }
}
