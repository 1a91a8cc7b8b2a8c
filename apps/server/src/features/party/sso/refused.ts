import { Refusal } from '../../../platform/refusal.ts';

/** 401 in the same words whatever is wrong with it: whoever forges answers learns nothing from it. */
export const ssoRefused = (cause?: unknown) =>
  new Refusal('SINGLE_SIGN_ON_REFUSED', 'The single sign-on did not succeed. Please begin it again.', {}, cause);
