/** How the language is decided, the same for builds, tests and checks: a choice stays in the browser; before it, the browser's own languages decide. */
export const localeOptions = {
  strategy: ['localStorage', 'preferredLanguage', 'baseLocale'] as (
    | 'localStorage'
    | 'preferredLanguage'
    | 'baseLocale'
  )[],
  localStorageKey: 'usance.locale',
};
