import { useSyncExternalStore } from 'react';
import { getLocale, type Locale, setLocale } from '../../i18n/locale.ts';

const storageKey = 'usance.locale';
const listeners = new Set<() => void>();

/** Returns the first locale: an earlier choice in this browser, else the browser's languages. */
export function firstLocale(): Locale {
  const chosen = localStorage.getItem(storageKey) ?? '';
  return [chosen, ...navigator.languages].map(localeOf).find((locale) => locale !== undefined) ?? 'en';
}

/** Switches every text of the console at once; the root is re-keyed by the locale, so no reload is needed. */
export function changeLocale(locale: Locale): void {
  setLocale(locale);
  localStorage.setItem(storageKey, locale);
  document.documentElement.lang = locale;
  for (const listener of listeners) listener();
}

export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, getLocale);
}

/** The locale tag for Intl and the API. */
export function localeTag(): 'en-US' | 'zh-CN' {
  return getLocale() === 'zh' ? 'zh-CN' : 'en-US';
}

function localeOf(tag: string): Locale | undefined {
  const language = tag.toLowerCase().split('-')[0];
  return language === 'en' || language === 'zh' ? language : undefined;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
