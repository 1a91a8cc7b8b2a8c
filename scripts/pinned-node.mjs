import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './repository.mjs';

const folder = join(repository, 'node_modules', 'node');

/** The Node that runs everything, independent of the host's; installed by the npm package `node`. */
export const pinnedNode = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * Installs the pinned Node if it is missing. The package's install script fetches the binary; npm may skip install
 * scripts, so this runs it. Exits with one sentence if that fails.
 */
export function ensurePinnedNode() {
  if (!existsSync(join(folder, 'package.json'))) fail('The dependencies are not installed. Run: npm ci');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (versionOf() === `v${version}`) return;
  console.log(`Fetching Node ${version} ...`);
  spawnSync(process.execPath, ['installArchSpecificPackage.js'], { cwd: folder, stdio: 'inherit' });
  if (versionOf() !== `v${version}`) fail(`Node ${version} could not be installed in node_modules/node. Run: npm ci`);
}

function versionOf() {
  try {
    return execFileSync(pinnedNode, ['--version'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
