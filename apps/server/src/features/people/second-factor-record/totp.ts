import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

// What every app understands: RFC 6238 with SHA-1, six digits, half a minute. The secret has the 160 bits of RFC 4226.
const rule = { issuer: 'Usance', algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;
/** How many half minutes a telephone's clock may be off, either way. */
const stepsOff = 1;

export const newSecret = (): Buffer => randomBytes(secretBytes);

/** The half minute of an instant. */
export const stepOf = (now: Date): number => Math.floor(now.getTime() / (rule.period * 1_000));

/** The half minute that a code is of, about now; nothing for a wrong one. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: stepsOff });
  return delta === null ? undefined : stepOf(now) + delta;
}

/** A secret as an app takes it: typed, and as an address in a picture. */
export function tellSecret(secret: Uint8Array, identifier: string): { secret: string; uri: string } {
  const totp = totpOf(secret, identifier);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

function totpOf(secret: Uint8Array, label = ''): TOTP {
  return new TOTP({ ...rule, label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });
}
