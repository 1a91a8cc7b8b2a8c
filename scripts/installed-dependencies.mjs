import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './repository.mjs';

/** Runs `npm ci` if node_modules is missing or its versions differ from the lock file. */
export function ensureDependencies() {
  if (isInstalled()) return;
  console.log('Installing the dependencies: npm ci');
  const { status } = spawnSync('npm', ['ci'], {
    cwd: repository,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

function isInstalled() {
  const installed = join(repository, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const has = packagesIn(installed);
  return Object.entries(packagesIn(join(repository, 'package-lock.json'))).every(
    ([path, { version, optional }]) => !path.startsWith('node_modules/') || optional || has[path]?.version === version,
  );
}

function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
