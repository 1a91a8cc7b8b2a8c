import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { formerSecrets } from './former-secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'usance-former-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('there are none where nobody has told any', () => {
  expect(formerSecrets(folder, undefined)).toEqual([]);
});

it('one may be told, and the file has one in each line', () => {
  expect(formerSecrets(folder, 'told')).toEqual(['told']);
  writeFileSync(join(folder, 'former-sealing-key'), 'one\n\n two\r\n');
  expect(formerSecrets(folder, 'told')).toEqual(['told', 'one', 'two']);
});
