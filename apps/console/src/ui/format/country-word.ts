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

/** The countries of profiles and telephone numbers, by their stored names. */
export const countryNames: readonly string[] = Object.keys(regionOf);

/** Returns a country's name in the reader's language; an unknown one unchanged. */
export function countryWord(name: string): string {
  const region = regionOf[name];
  // The stored names are the English ones.
  if (region === undefined || localeTag() === 'en-US') return name;
  return new Intl.DisplayNames([localeTag()], { type: 'region' }).of(region) ?? name;
}
