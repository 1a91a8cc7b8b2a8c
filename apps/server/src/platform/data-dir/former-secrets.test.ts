import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { formerSecrets } from './former-secrets.ts';
import { keptSecret } from './kept-secret.ts';

const folder = mkdtempSync(join(tmpdir(), 'usance-former-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('there are none where none is configured', () => {
  expect(formerSecrets(folder, undefined)).toEqual([]);
});

it('one comes from the environment, and one from each line of the file', () => {
  expect(formerSecrets(folder, 'told')).toEqual(['told']);
  writeFileSync(join(folder, 'former-sealing-key'), 'one\n\n two\r\n');
  expect(formerSecrets(folder, 'told')).toEqual(['told', 'one', 'two']);
});

it('the documented key change keeps all of them, however often it is repeated', () => {
  const installation = mkdtempSync(join(folder, 'installation-'));
  const page = readFileSync(new URL('../../../../../docs/sealing-key.md', import.meta.url), 'utf8');
  const [, step = ''] = /sh -c '(.*sealing-key.*)'/.exec(page) ?? [];
  const changed = () => {
    const key = keptSecret(installation, 'sealing-key');
    execFileSync('sh', ['-c', step.replace('/var/lib/usance', installation)]);
    return key;
  };
  const former = [changed(), changed()];
  expect(formerSecrets(installation, undefined)).toEqual(former);
  expect(former).not.toContain(keptSecret(installation, 'sealing-key'));
});
