import { Refusal } from '#platform/refusal.ts';
import type { Untrusted } from './saml/untrusted.ts';

/** A 401 in the same words for every cause, so that a forger learns nothing. */
export const ssoRefused = (cause?: Untrusted) =>
  new Refusal('SINGLE_SIGN_ON_REFUSED', 'The single sign-on did not succeed. Please begin it again.', {}, cause);

const longestReason = 500;

/** The reason as a sentence for operators. */
export function reportOf({ about, message }: Untrusted) {
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  return { about, reason: `${sentence.slice(0, longestReason - 1).toWellFormed()}.` };
}
