import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { silent } from '#testing/silent-log.ts';
import { openInstallation } from './open-installation.ts';

it('a command that holds the folder removes the engine addresses of a killed server, whose process id may be reused', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'usance-forgets-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const file = join(dataDir, 'engines.json');
  writeFileSync(file, '{}');
  // The address has no server.
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  await expect(openInstallation(config, silent)).rejects.toThrow();
  expect(existsSync(file)).toBe(false);
});
