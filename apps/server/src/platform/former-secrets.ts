import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Those that were told by the environment, and those of the lines of `former-sealing-key`: none in most installations. */
export function formerSecrets(folder: string, told: string | undefined): string[] {
  const file = join(folder, 'former-sealing-key');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return [told ?? '', ...lines.map((line) => line.trim())].filter((secret) => secret !== '');
}
