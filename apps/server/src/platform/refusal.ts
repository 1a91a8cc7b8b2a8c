import { type Reason, reasons } from '@usance/api/reason';
import type { Role } from '@usance/api/role';

/** A business or input refusal: a 4xx (or 503) that a person can act on. Anything else thrown is a bug and answers 500. */
export class Refusal extends Error {
  readonly reason: Reason;
  readonly metadata: Readonly<Record<string, string>>;

  /** `cause` is for our log alone. */
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
/** 401: no session, or one that is over. */
export const invalidSession = () => new Refusal('INVALID_SESSION', 'Please sign in.');
/** 403: signed in, but the role does not allow it. */
export const noPermission = (
  message = 'You do not have permission to do this.',
  metadata: Readonly<Record<string, string>> = {},
) => new Refusal('NO_PERMISSION', message, metadata);
/** 403 on a contract: says which role would allow it, and who can grant that. */
export const lacksRole = (role: Role) =>
  noPermission(
    `This needs the role ${role} on the contract, or one that contains it. Ask an admin of the contract for it.`,
    { role },
  );
/** 404: not there, or not yours: the two look the same. */
export function notFound(reason: NotFound): Refusal {
  const noun = reason.replace('_NOT_FOUND', '').replaceAll('_', ' ').toLowerCase();
  return new Refusal(reason, `This ${noun} does not exist.`);
}
/** 409: the request is well formed, but the state of things forbids it. */
export const conflict = (reason: Conflict, message: string, metadata: Readonly<Record<string, string>> = {}) =>
  new Refusal(reason, message, metadata);
/** 503: an engine is away or overloaded; the same request may succeed later. `why` is for our log, the message for who asks. */
export const unavailable = (why: unknown, message = 'The service is busy. Please try again in a few seconds.') =>
  new Refusal('UNAVAILABLE', message, { retryAfterSeconds: '5' }, why);
