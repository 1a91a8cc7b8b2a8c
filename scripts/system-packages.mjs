import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

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

function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && existsSync(given)) return given;
  return onPath(['chromium', 'chromium-browser', 'google-chrome']);
}

function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file));
}
