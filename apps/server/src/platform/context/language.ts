export type Language = 'en' | 'zh';

/** Chinese when it is the first language that the reader accepts. */
export function languageOf(acceptLanguage: string | undefined): Language {
  return /^\s*zh\b/i.test(acceptLanguage ?? '') ? 'zh' : 'en';
}
