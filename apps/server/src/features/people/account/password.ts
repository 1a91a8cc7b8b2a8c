import { hash, verify } from '@node-rs/argon2';
import { says } from '@usance/api/rule';
import { invalidParameter } from '#platform/refusal.ts';
import { isCommonPassword } from './common-passwords.ts';

// OWASP's least for argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id of a password, salted. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** The hash of a password that somebody sets; 400 for one that everybody tries first. `field` is where it stands in the request. */
export async function newPasswordHash(password: string, field: string): Promise<string> {
  if (isCommonPassword(password)) throw invalidParameter(field, says('passwordCommon'));
  return hashPassword(password);
}

let decoy: Promise<string> | undefined;

/** Whether the password fits. Without a hash (no such account) it works just as long, and answers no. */
export async function passwordFits(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const fits = await verify(passwordHash ?? (await decoy), password);
  return fits && passwordHash !== undefined;
}
