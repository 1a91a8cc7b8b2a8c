import { useSyncExternalStore } from 'react';
import { getLocale, type Locale, setLocale } from '../../paraglide/runtime.js';

const listeners = new Set<() => void>();

/** Switches every word of the console at once; the root re-keys itself on the new locale, so no reload is needed. */
export function changeLocale(locale: Locale): void {
  setLocale(locale, { reload: false });
  document.documentElement.lang = locale;
  for (const listener of listeners) listener();
}

export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, getLocale);
}

/** The tag that Intl and the API take. */
export function localeTag(): 'en-US' | 'zh-CN' {
  return getLocale() === 'zh' ? 'zh-CN' : 'en-US';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
