import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** As `findPostgres`; installed from Debian's packages where it is missing. */
export function ensurePostgres() {
  return ensured('PostgreSQL 15 or later', 'postgresql', findPostgres);
}

/** The browser that the console is driven in; installed from Debian's packages where it is missing. */
export function ensureChromium() {
  return ensured('Chromium', 'chromium', findChromium);
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

/** The folder of initdb and postgres, version 15 or later; undefined where there is none. */
export function findPostgres() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian)
        .map(Number)
        .filter((major) => major >= 15)
    : [];
  const folders = versions.sort((a, b) => b - a).map((major) => join(debian, String(major), 'bin'));
  const initdb = onPath(['initdb']);
  return [...folders, ...(initdb ? [join(initdb, '..')] : [])].find((folder) => existsSync(join(folder, 'postgres')));
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
