/** The languages of the console; every message has both. */
export type Locale = 'en' | 'zh';

let current: Locale = 'en';

export const getLocale = (): Locale => current;

export function setLocale(locale: Locale): void {
  current = locale;
}
