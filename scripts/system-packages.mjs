import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { repository } from './repository.mjs';

const nginx = { packages: ['nginx'], file: 'usr/sbin/nginx', version: '-v' };
const headlessShell = {
  // The shell reads its version from a file of the common package.
  packages: ['chromium-headless-shell', 'chromium-common'],
  file: 'usr/lib/chromium/chromium-headless-shell',
  version: '--version',
};

/**
 * Returns the browser for the console's tests, and installs Chromium from Debian's packages if it is missing. It
 * prefers Chromium's headless shell: the same engine without windows, for a third of the work.
 */
export function ensureChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && existsSync(given)) return given;
  const whole = installed('Chromium', 'chromium', () => onPath(['chromium', 'chromium-browser', 'google-chrome']));
  return unpacked(headlessShell) ?? whole;
}

/** Returns the nginx that tests `deploy/nginx.conf`, or undefined if none is available. */
export function nginxForTests() {
  return [onPath(['nginx']), '/usr/sbin/nginx'].find((program) => runs(program, nginx.version)) ?? unpacked(nginx);
}

/**
 * Unpacks a program of Debian's packages beside the dependencies. An installed nginx would listen on port 80, and
 * installing needs root.
 */
function unpacked({ packages, file, version }) {
  const folder = join(repository, 'node_modules', '.cache', packages[0]);
  const program = join(folder, file);
  if (runs(program, version)) return program;
  if (onPath(['apt-get']) === undefined || onPath(['dpkg-deb']) === undefined) return undefined;
  mkdirSync(folder, { recursive: true });
  if (!download(packages, folder)) return undefined;
  for (const archive of readdirSync(folder).filter((each) => each.endsWith('.deb'))) {
    spawnSync('dpkg-deb', ['-x', archive, '.'], { cwd: folder });
    rmSync(join(folder, archive));
  }
  return runs(program, version) ? program : undefined;
}

/** Downloads the packages, if necessary after updating the package lists, which containers often lack. */
function download(packages, cwd) {
  const get = (...args) => spawnSync('apt-get', ['-qq', ...args], { cwd, stdio: 'ignore' }).status === 0;
  return get('download', ...packages) || (isRoot() && get('update') && get('download', ...packages));
}

function runs(program, version) {
  return program !== undefined && spawnSync(program, [version]).status === 0;
}

function installed(what, debianPackage, find) {
  const found = find() ?? (install(debianPackage) ? find() : undefined);
  if (found !== undefined) return found;
  console.error(`The tests need ${what}, which is not installed. On Debian, as root: apt-get install ${debianPackage}`);
  process.exit(1);
}

function install(debianPackage) {
  if (!isRoot() || onPath(['apt-get']) === undefined) return false;
  console.log(`Installing ${debianPackage} from Debian's packages ...`);
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-qq'], options);
  const wanted = ['install', '-y', '-qq', '--no-install-recommends', debianPackage];
  return spawnSync('apt-get', wanted, options).status === 0;
}

function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file));
}

function isRoot() {
  return process.getuid?.() === 0;
}
