import { hash, verify } from '@node-rs/argon2';
import { says } from '@usance/api/rule';
import { dictionary } from '@zxcvbn-ts/language-common';
import { invalidParameter } from '#platform/refusal.ts';

// The minimum that OWASP names for argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Returns the salted argon2id hash of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Returns the hash of a new password. Refuses a common one with 400; `field` is its place in the request. */
export async function newPasswordHash(password: string, field: string): Promise<string> {
  if (isCommonPassword(password)) throw invalidParameter(field, says('passwordCommon'));
  return hashPassword(password);
}

let decoy: Promise<string> | undefined;

/** True if the password fits. Without a hash (no such account) it takes as long and returns false. */
export async function passwordFits(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const fits = await verify(passwordHash ?? (await decoy), password);
  return fits && passwordHash !== undefined;
}

let common: ReadonlySet<string> | undefined;

/** True if the password is among the 49,000 most common ones, ignoring case. */
function isCommonPassword(password: string): boolean {
  common ??= new Set(dictionary['passwords-common'].map(String));
  return common.has(password.toLowerCase());
}
