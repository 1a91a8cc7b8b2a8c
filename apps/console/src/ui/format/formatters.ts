import { localeTag } from './locale.ts';

const dateFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();

/** Returns the reader's date formatter, created once: creating one takes longer than formatting a hundred dates. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(dateFormats, options, (locale) => new Intl.DateTimeFormat(locale, options));
}

/** Returns the reader's number formatter, created once. */
export function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return kept(numberFormats, options, (locale) => new Intl.NumberFormat(locale, options));
}

/** Formats a count for the reader: 12,345. */
export function formatCount(count: number): string {
  return numberFormat({ maximumFractionDigits: 0 }).format(count);
}

function kept<Format>(formats: Map<string, Format>, options: object, make: (locale: string) => Format): Format {
  const locale = localeTag();
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? make(locale);
  formats.set(key, format);
  return format;
}
