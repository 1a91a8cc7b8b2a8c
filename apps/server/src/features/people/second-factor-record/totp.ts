import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

// The parameters that every authenticator app supports: RFC 6238 with SHA-1, six digits, 30 seconds. RFC 4226
// recommends secrets of 160 bits.
const rule = { issuer: 'Usance', algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;
/** The half minutes that a phone's clock may be off, either way. */
const stepsOff = 1;

export const newSecret = (): Buffer => randomBytes(secretBytes);

/** Returns the number of the half minute of an instant. */
export const stepOf = (now: Date): number => Math.floor(now.getTime() / (rule.period * 1_000));

/** Returns the half minute of a code near now; undefined for a wrong code. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: stepsOff });
  return delta === null ? undefined : stepOf(now) + delta;
}

/** Returns a secret to type, and as the URI that a QR code shows. */
export function tellSecret(secret: Uint8Array, identifier: string): { secret: string; uri: string } {
  const totp = totpOf(secret, identifier);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

function totpOf(secret: Uint8Array, label = ''): TOTP {
  return new TOTP({ ...rule, label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });
}
