import type { Role } from '@usance/api/contract/role';
import { type Reason, reasons } from '@usance/api/reason';

/**
 * A refusal for a business or input reason: a 4xx (or 503) that the caller can act on. Any other error is a bug and
 * becomes a 500.
 */
export class Refusal extends Error {
  readonly reason: Reason;
  readonly metadata: Readonly<Record<string, string>>;

  /** `cause` goes only to our log. */
  constructor(reason: Reason, message: string, metadata: Readonly<Record<string, string>> = {}, cause?: unknown) {
    super(message, { cause });
    this.name = 'Refusal';
    this.reason = reason;
    this.metadata = metadata;
  }

  get status(): number {
    return reasons[this.reason];
  }
}

type NotFound = Extract<Reason, `${string}_NOT_FOUND`>;
type Conflict = { [R in Reason]: (typeof reasons)[R] extends 409 ? R : never }[Reason];

/** 400: a value of the request is wrong; `field` is its path in the request. */
export const invalidParameter = (field: string, message: string) =>
  new Refusal('INVALID_PARAMETER', message, { field });
/** 401: no session, or an expired one. */
export const invalidSession = () => new Refusal('INVALID_SESSION', 'Please sign in.');
/** 403: signed in, but without the permission. */
export const noPermission = (
  message = 'You do not have permission to do this.',
  metadata: Readonly<Record<string, string>> = {},
) => new Refusal('NO_PERMISSION', message, metadata);
/** 403 on a contract: names the role that would allow it and who grants it. */
export const lacksRole = (role: Role) =>
  noPermission(
    `This needs the role ${role} on the contract, or one that contains it. Ask an admin of the contract for it.`,
    { role },
  );
/** 404: does not exist, or belongs to another account; both look the same. */
export function notFound(reason: NotFound): Refusal {
  const noun = reason.replace('_NOT_FOUND', '').replaceAll('_', ' ').toLowerCase();
  return new Refusal(reason, `This ${noun} does not exist.`);
}
/** 409: the request is well formed, but the current state forbids it. */
export const conflict = (reason: Conflict, message: string, metadata: Readonly<Record<string, string>> = {}) =>
  new Refusal(reason, message, metadata);
/**
 * 503: an engine is down or overloaded; the same request may succeed later. `why` goes to our log, the message to the
 * caller.
 */
export const unavailable = (why: unknown, message = 'The service is busy. Please try again in a few seconds.') =>
  new Refusal('UNAVAILABLE', message, { retryAfterSeconds: '5' }, why);
