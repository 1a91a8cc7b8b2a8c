import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One text of the console in both languages; a `{name}` in it is a parameter. */
export interface Message {
  readonly key: string;
  readonly en: string;
  readonly zh: string;
  readonly parameters: readonly string[];
}

interface Text {
  readonly file: string;
  readonly text: string;
  readonly parameters: readonly string[];
}

/**
 * Returns every message below `folder`, in the order of the English files. Throws one error with a line for each fault.
 */
export function readMessages(folder: string): Message[] {
  const faults: string[] = [];
  const english = textsOf(folder, 'en', faults);
  const chinese = textsOf(folder, 'zh', faults);
  for (const [key, { file }] of chinese) if (!english.has(key)) faults.push(`zh/${file}: ${key} is missing in en`);
  const messages = [...english].flatMap(([key, { file, text, parameters }]): Message[] => {
    const other = chinese.get(key);
    if (other === undefined) {
      faults.push(`en/${file}: ${key} is missing in zh`);
      return [];
    }
    if (String(other.parameters) !== String(parameters))
      faults.push(`en/${file}: ${key} takes {${parameters}} in en and {${other.parameters}} in zh`);
    return [{ key, en: text, zh: other.text, parameters }];
  });
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return messages;
}

function textsOf(folder: string, locale: string, faults: string[]): Map<string, Text> {
  const texts = new Map<string, Text>();
  for (const file of readdirSync(join(folder, locale)).sort()) {
    for (const [key, text] of entriesOf(join(folder, locale, file))) {
      const fault = faultOf(key, text, file) ?? twice(texts.get(key));
      if (fault === undefined && typeof text === 'string')
        texts.set(key, { file, text, parameters: parametersOf(text) });
      else faults.push(`${locale}/${file}: ${key} ${fault}`);
    }
  }
  return texts;
}

function entriesOf(path: string): [string, unknown][] {
  try {
    return Object.entries<unknown>(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new Error(`${path} is not JSON: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

function faultOf(key: string, text: unknown, file: string): string | undefined {
  const noun = file.replace('.json', '').replaceAll('-', '_');
  if (!key.startsWith(`${noun}_`) || /\W/.test(key)) return `must be named ${noun}_ and a word`;
  if (typeof text !== 'string' || text === '') return 'must be a text';
  if (/[{}]/.test(text.replaceAll(/\{[a-z]\w*\}/gi, ''))) return 'has a brace that is not a {parameter}';
  return undefined;
}

const twice = (first: Text | undefined) => first && `is also in ${first.file}`;

function parametersOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))].sort();
}
