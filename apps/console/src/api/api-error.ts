/** What a refused or failed call throws: the server's own words, plus the request id a person can quote to support. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly reason: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly requestId: string;
  /** The instant, by the page's own clock, before which asking again is in vain; 0 where the refusal names none. */
  readonly againAt: number;

  constructor(refusal: {
    status: number;
    reason: string;
    message: string;
    metadata: Readonly<Record<string, string>>;
    requestId: string;
  }) {
    super(refusal.message);
    this.status = refusal.status;
    this.reason = refusal.reason;
    this.metadata = refusal.metadata;
    this.requestId = refusal.requestId;
    const seconds = Number(refusal.metadata['retryAfterSeconds'] ?? 0);
    this.againAt = seconds > 0 ? performance.now() + seconds * 1_000 : 0;
  }
}

/** The reason of a reply that is not the API's, as a proxy before it may send; no server of ours says it. */
export const unreadableReply = 'UNREADABLE_REPLY';

/** No reply came at all: the line is down, or the server is. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** Thrown instead of sending, once the session is known to be over. */
export class LoginExpired extends Error {
  override readonly name = 'LoginExpired';
}

/** True for an answer of "you may not" or "not like this", which asking again will not change. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}
