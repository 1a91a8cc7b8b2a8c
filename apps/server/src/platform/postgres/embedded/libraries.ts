import { lstatSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The shorter names by which programs load a library file: `libpq.so.5` and `libpq.so` for `libpq.so.5.18`.
 *
 * @internal for its test
 */
export function shorterNames(file: string): string[] {
  const linux = /^(lib.+?\.so)((?:\.\d+)+)$/.exec(file);
  const darwin = /^(lib.+?)((?:\.\d+)+)(\.dylib)$/.exec(file);
  const [, stem = '', version = '', ending = ''] = linux ?? darwin ?? [];
  const numbers = version.split('.').slice(1);
  return numbers.map((_, kept) => [stem, ...numbers.slice(0, kept)].join('.') + ending);
}

/**
 * Links every missing name beside its file. The package leaves that to an install script, which npm may refuse to run
 * and which misses some. False if the folder is not writable; safe in parallel.
 */
export function layLibraries(folder: string): boolean {
  const files = readdirSync(folder);
  const there = new Set(files);
  const missing = files.flatMap((file) =>
    lstatSync(join(folder, file)).isSymbolicLink()
      ? []
      : shorterNames(file)
          .filter((name) => !there.has(name))
          .map((name) => ({ name, file })),
  );
  return missing.every(({ name, file }) => link(file, join(folder, name)));
}

function link(target: string, path: string): boolean {
  try {
    symlinkSync(target, path);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EEXIST';
  }
}
