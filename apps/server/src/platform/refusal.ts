/** A business or input refusal: a 4xx (or 503) that a person can act on. Anything else thrown is a bug and answers 500. */
export class Refusal extends Error {
  readonly status: number;
  readonly reason: string;
  readonly metadata: Record<string, string>;

  constructor(status: number, reason: string, message: string, metadata: Record<string, string> = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.reason = reason;
    this.metadata = metadata;
  }
}

/** 400: a value of the request is wrong; `field` is its path in the request. */
export const invalidParameter = (field: string, message: string) =>
  new Refusal(400, 'INVALID_PARAMETER', message, { field });
/** 401: no session, or one that is over. */
export const invalidSession = () => new Refusal(401, 'INVALID_SESSION', 'Please sign in.');
/** 403: signed in, but the role does not allow it. */
export const noPermission = (message = 'You do not have permission to do this.') =>
  new Refusal(403, 'NO_PERMISSION', message);
/** 404: not there, or not yours: the two look the same. */
export const notFound = (noun: string) =>
  new Refusal(404, `${noun.toUpperCase()}_NOT_FOUND`, `This ${noun} does not exist.`);
/** 409: the request is well formed, but the state of things forbids it. */
export const conflict = (reason: string, message: string, metadata: Record<string, string> = {}) =>
  new Refusal(409, reason, message, metadata);
/** 503: an engine is away or overloaded; the same request may succeed later. */
export const unavailable = (message = 'The service is busy. Please try again in a few seconds.') =>
  new Refusal(503, 'UNAVAILABLE', message, { retryAfterSeconds: '5' });
