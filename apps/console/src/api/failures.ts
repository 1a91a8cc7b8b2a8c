import { m } from '../paraglide/messages.js';
import { notify } from '../ui/feedback/notify.tsx';
import { ApiError, LoginExpired, NetworkError } from './api-error.ts';
import { isNetworkDown } from './network-state.ts';
import { countInvalidSession, isSessionExpired } from './session-state.ts';

type Answer = (error: ApiError) => void;
const answers = new Map<string, Answer>();

/** Gives one reason its own answer instead of the general toast, e.g. asking a person to authorize the platform. */
export function answerReason(reason: string, answer: Answer): void {
  answers.set(reason, answer);
}

/** What the reader sees of a failed call; the table of the console specification, section 8. */
export function showFailure(error: Error, meta: { ignoreError?: boolean } | undefined): void {
  if (meta?.ignoreError === true) {
    console.warn(error);
    return;
  }
  if (error instanceof LoginExpired) return;
  if (error instanceof NetworkError) {
    if (isNetworkDown()) notify.error(m.ui_network_down());
    return;
  }
  if (!(error instanceof ApiError)) {
    console.error(error);
    return;
  }
  if (error.reason === 'INVALID_SESSION') {
    countInvalidSession();
    if (isSessionExpired()) return;
  }
  const answer = answers.get(error.reason);
  if (answer !== undefined) answer(error);
  else if (error.status < 500) notify.warning(error.message);
  else notify.error(error.message, error.requestId);
}
