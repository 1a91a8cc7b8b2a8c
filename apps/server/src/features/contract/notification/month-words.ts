import type { Language } from '#platform/context/language.ts';

/** Returns a month, 'YYYY-MM', in words: "November 2026", "2026 年 11 月". */
export function monthWords(month: string, language: Language): string {
  const [year = '', number] = month.split('-');
  if (language === 'zh') return `${year} 年 ${Number(number)} 月`;
  const name = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });
  return `${name.format(new Date(`${month}-01T00:00:00Z`))} ${year}`;
}
