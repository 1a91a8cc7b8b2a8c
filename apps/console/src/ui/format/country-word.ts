import { localeTag } from './locale.ts';

const regionOf: Readonly<Record<string, string>> = {
  'United States': 'US',
  Singapore: 'SG',
  China: 'CN',
  'Hong Kong': 'HK',
  Japan: 'JP',
  'South Korea': 'KR',
  'United Kingdom': 'GB',
  Germany: 'DE',
  France: 'FR',
  Italy: 'IT',
};

/** The countries that a profile chooses among, and whose telephone numbers are taken, as they are kept. */
export const countryNames: readonly string[] = Object.keys(regionOf);

/** A country in the language of the reader; one that is not known here stays as it came. */
export function countryWord(name: string): string {
  const region = regionOf[name];
  // In English the names stand as they are kept.
  if (region === undefined || localeTag() === 'en-US') return name;
  return new Intl.DisplayNames([localeTag()], { type: 'region' }).of(region) ?? name;
}
