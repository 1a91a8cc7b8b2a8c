/** A refused or failed call: the server's own words, and the request id to quote to support. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly reason: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly requestId: string;
  /** The instant, by the page's monotonic clock, before which a retry is pointless; 0 if the refusal names none. */
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

/** The reason for a reply that did not come from the API, such as a proxy's; our servers never send it. */
export const unreadableReply = 'UNREADABLE_REPLY';

/** The request got no reply: the network or the server is down. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** Thrown instead of sending, once the session has expired. */
export class LoginExpired extends Error {
  override readonly name = 'LoginExpired';
}

/** True for a 4xx, which a retry will not change. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}
