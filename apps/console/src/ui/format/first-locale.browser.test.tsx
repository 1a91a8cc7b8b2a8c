import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

let visits = 0;

/** The language in which a visit begins in a browser that prefers these. */
async function beginsIn(...languages: string[]): Promise<string> {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  visits += 1;
  const runtime = await import(/* @vite-ignore */ `/src/paraglide/runtime.js?visit=${visits}`);
  return runtime.getLocale();
}

it.each([
  ['zh', ['zh-CN', 'en']],
  ['zh', ['fr-FR', 'zh-TW', 'en-US']],
  ['en', ['en-GB', 'zh-CN']],
  ['en', ['fr-FR']],
])('a first visit is in %s where the browser prefers %j', async (locale, languages) => {
  expect(await beginsIn(...languages)).toBe(locale);
});

it('what was chosen leads, whatever the browser prefers', async () => {
  localStorage.setItem('usance.locale', 'en');
  expect(await beginsIn('zh-CN')).toBe('en');
});
