import * as z from 'zod/mini';
import { needs, says } from './rule.ts';

interface Country {
  readonly name: string;
  /** The number of digits, for messages. */
  readonly digits: string;
  readonly pattern: RegExp;
}

/** The countries of accepted telephone numbers, by country code. */
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

/** The default country of telephone numbers. */
export const usualCountryCode = '86';

/**
 * Returns the fault of a profile's telephone number in a country (86 by default); undefined if it is empty or valid.
 */
export function phoneTrouble(number: string, countryCode: string = usualCountryCode): string | undefined {
  if (number === '') return undefined;
  const code = countryCode.replace(/^\+/, '');
  // Keys of Object.prototype, like `constructor`, are not countries.
  const country = Object.hasOwn(phoneCountries, code) ? phoneCountries[code] : undefined;
  if (country === undefined) return says('countryCodeUnknown');
  if (country.pattern.test(number)) return undefined;
  return says('phoneOfCountry', { country: country.name, digits: country.digits });
}

/** A telephone that can receive codes: a Chinese mobile. */
export const codePhone = z.string(needs('phoneInvalid')).check(z.regex(/^1[3-9]\d{9}$/, says('phoneInvalid')));
