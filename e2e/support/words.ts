import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Locale = 'en' | 'zh';

/** What the console says in a language, by the key of the message. */
export function wordsOf(locale: Locale): Readonly<Record<string, string>> {
  const folder = fileURLToPath(new URL(`../../apps/console/messages/${locale}/`, import.meta.url));
  return Object.assign({}, ...readdirSync(folder).map((file) => JSON.parse(readFileSync(`${folder}${file}`, 'utf8'))));
}
