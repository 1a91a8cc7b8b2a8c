import { localeTag } from './locale.ts';

<<<<<<< HEAD:apps/console/src/ui/format/country-word.ts
const regionOf: Readonly<Record<string, string>> = {
=======
/** The countries that the product knows by their English names. */
export const countryRegions: Readonly<Record<string, string>> = {
>>>>>>> ac908821e1f72e3df6f1fd724d6f984c887d0e46:apps/console/src/ui/words/country-word.ts
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
<<<<<<< HEAD:apps/console/src/ui/format/country-word.ts
  const region = regionOf[name];
  // In English the names stand as they are kept.
=======
  const region = countryRegions[name];
>>>>>>> ac908821e1f72e3df6f1fd724d6f984c887d0e46:apps/console/src/ui/words/country-word.ts
  if (region === undefined || localeTag() === 'en-US') return name;
  return new Intl.DisplayNames([localeTag()], { type: 'region' }).of(region) ?? name;
}
