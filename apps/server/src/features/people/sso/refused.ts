import { Refusal } from '#platform/refusal.ts';
import type { Untrusted } from './saml/untrusted.ts';

/** 401 in the same words whatever is wrong with it: whoever forges answers learns nothing from it. */
export const ssoRefused = (cause?: Untrusted) =>
  new Refusal('SINGLE_SIGN_ON_REFUSED', 'The single sign-on did not succeed. Please begin it again.', {}, cause);

const longestReason = 500;

/** A sentence of it for operators. */
export function toldOf({ about, message }: Untrusted) {
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  return { about, reason: `${sentence.slice(0, longestReason - 1).toWellFormed()}.` };
}
