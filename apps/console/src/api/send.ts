import type { Call } from '@usance/api/call';
import { type CallRequest, type LooseInput, requestOf } from '@usance/api/request';
import { errorReply } from '@usance/api/wire';
import { getLocale } from '../i18n/locale.ts';
import { ApiError, LoginExpired, NetworkError, unreadableReply } from './api-error.ts';
import { forgetFirstReplies, takeFirstReply } from './first-replies.ts';
import { countNetworkFailure, resetNetworkFailures } from './network-state.ts';
import { countInvalidSession, isSessionExpired, resetInvalidSession } from './session-state.ts';

/** The one place where a reply becomes an error. Same origin only, so the session cookie is the only credential. */
export async function send(wanted: Call, input: LooseInput & { signal?: AbortSignal } = {}): Promise<Response> {
  if (isSessionExpired()) throw new LoginExpired('Login expired');
  const response = await reach(requestOf(wanted, input), input.signal);
  if (response.ok) {
    resetInvalidSession();
    return response;
  }
  const refusal = await refusalOf(response);
  if (refusal.reason === 'INVALID_SESSION') countInvalidSession();
  throw refusal;
}

async function reach({ url, ...request }: CallRequest, signal: AbortSignal | undefined): Promise<Response> {
  const told = request.method === 'GET' ? takeFirstReply(url) : forgetFirstReplies();
  if (told) return told;
  const headers = { ...request.headers, 'accept-language': getLocale() === 'zh' ? 'zh-CN' : 'en-US' };
  try {
    const response = await fetch(url, { ...request, headers, credentials: 'same-origin', signal: signal ?? null });
    resetNetworkFailures();
    return response;
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    countNetworkFailure();
    throw new NetworkError('No reply from the server', { cause });
  }
}

async function refusalOf(response: Response): Promise<ApiError> {
  const body = errorReply.safeParse(await response.json().catch(() => undefined));
  const requestId = response.headers.get('x-request-id') ?? '';
  return body.success
    ? new ApiError({ ...body.data, status: response.status, requestId: body.data.requestId || requestId })
    : new ApiError({
        status: response.status,
        reason: unreadableReply,
        message: response.statusText || `HTTP ${response.status}`,
        metadata: { retryAfterSeconds: response.headers.get('retry-after') ?? '' },
        requestId,
      });
}
