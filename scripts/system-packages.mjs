import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { repository } from './repository.mjs';

/** The browser that the console is driven in; installed from Debian's packages where it is missing. */
export function ensureChromium() {
  return ensured('Chromium', 'chromium', findChromium);
}

/**
 * The nginx that `deploy/nginx.conf` is tried with, or undefined where there is none to be had. Debian's package is
 * unpacked beside the dependencies: installed, it would listen on port 80 from then on.
 */
export function nginxForTests() {
  const folder = join(repository, 'node_modules', '.cache', 'nginx');
  const program = join(folder, 'usr', 'sbin', 'nginx');
  const found = () => [program, onPath(['nginx']), '/usr/sbin/nginx'].find(runs);
  return found() ?? (unpack('nginx', folder) ? found() : undefined);
}

function runs(program) {
  return program !== undefined && spawnSync(program, ['-v']).status === 0;
}

function unpack(debianPackage, folder) {
  if (onPath(['apt-get']) === undefined || onPath(['dpkg-deb']) === undefined) return false;
  mkdirSync(folder, { recursive: true });
  const inFolder = { cwd: folder, stdio: 'ignore' };
  if (spawnSync('apt-get', ['download', '-qq', debianPackage], inFolder).status !== 0) return false;
  const file = readdirSync(folder).find((name) => name.startsWith(`${debianPackage}_`));
  return file !== undefined && spawnSync('dpkg-deb', ['-x', file, '.'], inFolder).status === 0;
}

function ensured(what, debianPackage, find) {
  const found = find() ?? (install(debianPackage) ? find() : undefined);
  if (found !== undefined) return found;
  console.error(`The tests need ${what}, which is not here. On Debian, as root: apt-get install ${debianPackage}`);
  process.exit(1);
}

function install(debianPackage) {
  if (process.getuid?.() !== 0 || onPath(['apt-get']) === undefined) return false;
  console.log(`Installing ${debianPackage} from Debian's packages ...`);
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-qq'], options);
  const wanted = ['install', '-y', '-qq', '--no-install-recommends', debianPackage];
  return spawnSync('apt-get', wanted, options).status === 0;
}

function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && existsSync(given)) return given;
  return onPath(['chromium', 'chromium-browser', 'google-chrome']);
}

function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file));
}
