import { ApiError, LoginExpired, NetworkError } from '../../../api/api-error.ts';
import { isNetworkDown } from '../../../api/network-state.ts';
import { askForPlatformGrant, isPlatformGrantWanting } from '../../../api/platform-grant-state.ts';
import type { FailureMeta } from '../../../api/query-client.ts';
import { isSessionExpired } from '../../../api/session-state.ts';
import * as m from '../../../i18n/messages.gen.ts';
import { failureText } from '../../words/failure-text.ts';
import { notify } from './notify.tsx';

/** Shows a failed call to the reader, by the table of the console specification, section 8. */
export function showFailure(error: Error, meta?: FailureMeta): void {
  // The session's own dialog shows this.
  if (error instanceof LoginExpired) return;
  // Only this dialog can authorize it, so it opens even if the page shows the failure.
  if (isPlatformGrantWanting(error)) askForPlatformGrant();
  else if (meta?.ignoreError === true) console.warn(error);
  else if (error instanceof ApiError) void showRefusal(error, meta?.toldByPage === true);
  else if (error instanceof NetworkError) {
    if (isNetworkDown()) notify.error(m.ui_network_down());
  } else console.error(error);
}

async function showRefusal(error: ApiError, isTold: boolean): Promise<void> {
  if (isTold) return console.warn(error);
  const text = await failureText(error);
  // The session's own dialog shows this from now on.
  if (error.reason === 'INVALID_SESSION' && isSessionExpired()) notify.clear();
  else if (error.status < 500) notify.warning(text);
  else notify.error(text, error.requestId);
}
