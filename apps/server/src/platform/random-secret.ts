import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as text, which cannot be guessed. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

/** True if a text has the shape of a secret, so that a look-up is worthwhile. */
export const isSecretShaped = (text: string): boolean => /^[\w-]{43}$/.test(text);

/**
 * The hash under which a secret is stored and found. A secret that cannot be guessed needs neither salt nor a slow
 * hash.
 */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
