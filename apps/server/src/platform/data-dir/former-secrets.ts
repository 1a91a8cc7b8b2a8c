import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The former secret of the environment and those in the lines of `former-sealing-key`; most installations have none.
 */
export function formerSecrets(folder: string, told: string | undefined): string[] {
  const file = join(folder, 'former-sealing-key');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return [told ?? '', ...lines.map((line) => line.trim())].filter((secret) => secret !== '');
}
