import { lstatSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The names a library file is asked for under: `libpq.so.5.18` is wanted as `libpq.so.5` and `libpq.so`.
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
 * Links every name that is missing beside its file. The package leaves that to an install script, which npm may refuse
 * to run and whose list has gaps. False when the folder cannot be written; two at once do no harm.
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
