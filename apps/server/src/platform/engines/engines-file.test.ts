import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { OperatorError } from '../operator-error.ts';
import { enginesOfRunningServer } from './engines-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'usance-engines-'));
afterAll(() => rmSync(folder, { recursive: true }));

const urls = { ownerUrl: 'postgres://o@localhost/x', clickhouseUrl: 'http://127.0.0.1:1/usance', pid: process.pid };
const text = JSON.stringify(urls);

it('where the engines of a running server are is told by a whole file alone, and else in a sentence', () => {
  const file = join(folder, 'engines.json');
  writeFileSync(file, text);
  expect(enginesOfRunningServer(folder)).toEqual(urls);
  // Never an engine of our own beside that of the server: it says nothing while its own is started anew.
  const { clickhouseUrl: _, ...withoutUsage } = urls;
  const cut = Array.from(text, (_character, length) => text.slice(0, length));
  for (const half of [...cut, JSON.stringify(withoutUsage)]) {
    writeFileSync(file, half);
    expect(() => enginesOfRunningServer(folder)).toThrow(OperatorError);
  }
});
