import { localeTag } from './locale.ts';

const dateFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();

/** The reader's way to write dates so. Made once: making one takes longer than writing a hundred dates with it. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(dateFormats, options, (locale) => new Intl.DateTimeFormat(locale, options));
}

/** The reader's way to write numbers so, made once. */
export function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return kept(numberFormats, options, (locale) => new Intl.NumberFormat(locale, options));
}

/** A count as the reader writes it: 12,345. */
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
