import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { functionOf } from './messages.ts';
import { readMessages } from './read-messages.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'usance-messages-'));
  for (const locale of ['en', 'zh']) mkdirSync(join(folder, locale));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Readonly<Record<string, unknown>>) {
  for (const [file, texts] of Object.entries(files)) writeFileSync(join(folder, file), JSON.stringify(texts));
}

/** Runs the generated function of the only message in a language. */
async function said(locale: string, values?: Readonly<Record<string, string | number>>): Promise<string> {
  const [source = ''] = readMessages(folder).map(functionOf);
  const code = `const getLocale = () => '${locale}';\n${stripTypeScriptTypes(source)}`;
  const { ui_text: text } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
  return text(values);
}

describe('a message', () => {
  it('is in the current language, with its values', async () => {
    write({
      'en/ui.json': { ui_text: '{count} of {total} days' },
      'zh/ui.json': { ui_text: '{total} 天中的 {count} 天' },
    });
    expect(await said('en', { count: 2, total: '7' })).toBe('2 of 7 days');
    expect(await said('zh', { count: 2, total: '7' })).toBe('7 天中的 2 天');
  });

  it.each(['`quoted` \\ $5 "two"', "line\nit's", '</script>'])('keeps its text to the letter: %j', async (text) => {
    write({ 'en/ui.json': { ui_text: text }, 'zh/ui.json': { ui_text: text } });
    expect(await said('en')).toBe(text);
  });

  it('keeps a dollar sign before a value', async () => {
    write({ 'en/ui.json': { ui_text: '$'.concat('{price}') }, 'zh/ui.json': { ui_text: '{price} 美元' } });
    expect(await said('en', { price: 5 })).toBe('$5');
  });

  it('has a type with exactly its parameters', () => {
    write({ 'en/ui.json': { ui_a: 'A', ui_b: '{x}' }, 'zh/ui.json': { ui_a: '甲', ui_b: '{x}' } });
    const [plain, filled] = readMessages(folder).map(functionOf);
    expect(plain).toMatch(/^export const ui_a = \(\): string =>/);
    expect(filled).toMatch(/^export const ui_b = \(values: \{ x: string \| number \}\): string =>/);
  });
});

describe('messages are refused by file and key', () => {
  it.each([
    ['missing in Chinese', { ui_a: 'A' }, {}, 'en/ui.json: ui_a is missing in zh'],
    ['missing in English', {}, { ui_a: '甲' }, 'zh/ui.json: ui_a is missing in en'],
    ['with another parameter', { ui_a: '{x}' }, { ui_a: '{y}' }, 'en/ui.json: ui_a takes {x} in en and {y} in zh'],
    ['not named by their noun', { a: 'A' }, { a: '甲' }, 'en/ui.json: a must be named ui_ and a word'],
    ['that are no text', { ui_a: ['A'] }, { ui_a: '甲' }, 'en/ui.json: ui_a must be a text'],
    ['with a lone brace', { ui_a: '{x' }, { ui_a: '{x}' }, 'en/ui.json: ui_a has a brace that is not a {parameter}'],
  ])('%s', (_fault, en, zh, line) => {
    write({ 'en/ui.json': en, 'zh/ui.json': zh });
    expect(() => readMessages(folder)).toThrow(line);
  });

  it('in two files', () => {
    write({
      'en/ui.json': { ui_page_a: 'A' },
      'en/ui-page.json': { ui_page_a: 'A' },
      'zh/ui.json': { ui_page_a: '甲' },
    });
    expect(() => readMessages(folder)).toThrow('en/ui.json: ui_page_a is also in ui-page.json');
  });

  it('in a file that is not JSON', () => {
    writeFileSync(join(folder, 'en/ui.json'), '{');
    expect(() => readMessages(folder)).toThrow(/en\/ui\.json is not JSON/);
  });
});
