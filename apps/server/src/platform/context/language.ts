export type Language = 'en' | 'zh';

/** Returns Chinese if it is the reader's first accepted language, else English. */
export function languageOf(acceptLanguage: string | undefined): Language {
  return /^\s*zh\b/i.test(acceptLanguage ?? '') ? 'zh' : 'en';
}
