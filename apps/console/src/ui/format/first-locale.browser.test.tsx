import { afterEach, expect, it, vi } from 'vitest';
import { firstLocale } from './locale.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

/** The first language in a browser with these preferences. */
function beginsIn(...languages: string[]): string {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  return firstLocale();
}

it.each([
  ['zh', ['zh-CN', 'en']],
  ['zh', ['fr-FR', 'zh-TW', 'en-US']],
  ['en', ['en-GB', 'zh-CN']],
  ['en', ['fr-FR']],
])('a first visit is in %s if the browser prefers %j', (locale, languages) => {
  expect(beginsIn(...languages)).toBe(locale);
});

it('an earlier choice beats the preferences of the browser', () => {
  localStorage.setItem('usance.locale', 'en');
  expect(beginsIn('zh-CN')).toBe('en');
});
