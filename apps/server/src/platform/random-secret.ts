import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as a text, for whoever holds it alone: nobody guesses it. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

/** Whether a text is shaped as one, so that it is worth looking for. */
export const isSecretShaped = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** What is kept of a secret, by which it is found again. What nobody guesses needs neither salt nor a slow hash. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
