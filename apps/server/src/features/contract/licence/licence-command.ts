import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { BadConfig } from '#platform/failure/operator-error.ts';
import { timeOf } from './licence.ts';
import { verifyLicence } from './verify-licence.ts';

const usage =
  'Say: verify FILE --key PEM, where FILE holds the licence and PEM the public key of its contract, alone or in the reply of the call.';
const largestFile = 65_536;

/**
 * Runs `npm run licence -- verify FILE --key PEM` offline. Returns whether the licence is valid, and the lines to
 * print.
 */
export function runLicenceCommand(
  args: readonly string[],
  { folder, now }: { folder: string; now: Date },
): { holds: boolean; lines: readonly string[] } {
  const [command, ...given] = args;
  const at = given.indexOf('--key');
  const pem = at === -1 ? undefined : given[at + 1];
  const [file, ...more] = given.filter((_, n) => at === -1 || (n !== at && n !== at + 1));
  if (command !== 'verify' || file === undefined || pem === undefined || more.length > 0) throw new BadConfig(usage);
  const licence = saidIn(textIn(resolve(folder, file)), 'license').trim();
  const found = verifyLicence(licence, saidIn(textIn(resolve(folder, pem)), 'publicKey'), now);
  if (!found.holds) return { holds: false, lines: [`This licence is not valid. ${found.why}`] };
  const { contractId, tags, buyerName, serviceType, state, currency, iat, exp } = found.licence;
  const said = { contract: contractId, tags, buyer: buyerName, service: serviceType, state, currency };
  const told = Object.entries(said).map(([name, value]) => `  ${name.padEnd(9)} ${JSON.stringify(value)}`);
  const times = [`  issued    ${timeOf(iat)}`, `  expires   ${timeOf(exp)}`];
  return { holds: true, lines: ['This licence is valid.', ...told, ...times] };
}

/** Returns a field of a saved JSON reply, or the text itself if it is no JSON. */
function saidIn(text: string, field: 'license' | 'publicKey'): string {
  if (!text.trimStart().startsWith('{')) return text;
  try {
    const said: unknown = JSON.parse(text)[field];
    return typeof said === 'string' ? said : text;
  } catch {
    return text;
  }
}

function textIn(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new BadConfig(`There is no file ${path}.`);
  if (found.size > largestFile) throw new BadConfig(`${path} is too large for a licence or a key.`);
  return readFileSync(path, 'utf8');
}
