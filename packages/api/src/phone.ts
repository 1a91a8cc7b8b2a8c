import * as z from 'zod/mini';
import { needs, says } from './rule.ts';

interface Country {
  readonly name: string;
  /** How many digits, as it is told. */
  readonly digits: string;
  readonly pattern: RegExp;
}

/** Of which countries telephone numbers are taken, by the country's code. */
export const phoneCountries: Readonly<Record<string, Country>> = {
  '86': { name: 'China', digits: '11', pattern: /^1[3-9]\d{9}$/ },
  '1': { name: 'United States', digits: '10', pattern: /^\d{10}$/ },
  '65': { name: 'Singapore', digits: '8', pattern: /^\d{8}$/ },
  '852': { name: 'Hong Kong', digits: '8', pattern: /^\d{8}$/ },
  '81': { name: 'Japan', digits: '10-11', pattern: /^\d{10,11}$/ },
  '82': { name: 'South Korea', digits: '10-11', pattern: /^\d{10,11}$/ },
  '44': { name: 'United Kingdom', digits: '10-11', pattern: /^\d{10,11}$/ },
  '49': { name: 'Germany', digits: '10-12', pattern: /^\d{10,12}$/ },
  '33': { name: 'France', digits: '9-10', pattern: /^\d{9,10}$/ },
  '39': { name: 'Italy', digits: '9-10', pattern: /^\d{9,10}$/ },
};

/** Of the country that a telephone number is of, unless something else is said. */
export const usualCountryCode = '86';

/** Why a profile's telephone number is refused, by its country's code (86 where none is given); nothing where it is empty or fits. */
export function phoneTrouble(number: string, countryCode: string = usualCountryCode): string | undefined {
  if (number === '') return undefined;
  const code = countryCode.replace(/^\+/, '');
  // A word that every object knows, `constructor` for one, is no country.
  const country = Object.hasOwn(phoneCountries, code) ? phoneCountries[code] : undefined;
  if (country === undefined) return says('countryCodeUnknown');
  if (country.pattern.test(number)) return undefined;
  return says('phoneOfCountry', { country: country.name, digits: country.digits });
}

/** A telephone that gets a code: a Chinese mobile. */
export const codePhone = z.string(needs('phoneInvalid')).check(z.regex(/^1[3-9]\d{9}$/, says('phoneInvalid')));
