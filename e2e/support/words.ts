import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Locale = 'en' | 'zh';
export type Words = (key: string) => string;

/** Returns the console's messages in a language, by key. */
export function wordsOf(locale: Locale): Words {
  const folder = fileURLToPath(new URL(`../../apps/console/messages/${locale}/`, import.meta.url));
  const files = readdirSync(folder).map((file) => JSON.parse(readFileSync(`${folder}${file}`, 'utf8')));
  const messages: Readonly<Record<string, string>> = Object.assign({}, ...files);
  return (key) => {
    const message = messages[key];
    if (message === undefined) throw new Error(`The console has no message ${key}`);
    return message;
  };
}
