import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { keptSecret } from './kept-secret.ts';
import { forOperator } from './operator-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'usance-secret-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('a secret is made once, and is the same ever after', () => {
  const secret = keptSecret(folder, 'token');
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(keptSecret(folder, 'token')).toBe(secret);
});

it.each(['', '\n', ' \r\n'])('a token file that holds %j stops the start, and says which file it is', (content) => {
  const file = join(folder, 'internal-token');
  writeFileSync(file, content);
  const start = () => readConfig({ DATA_DIR: folder });
  expect(start).toThrow(file);
  let told: string | undefined;
  try {
    start();
  } catch (error) {
    told = forOperator(error);
  }
  expect(told).toContain('is empty');
});
