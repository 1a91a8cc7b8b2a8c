import type { Call, Family } from './call.ts';
import type { Reason } from './reason.ts';

/** Returns every reason with which a call of a family can be refused: those of its shape and its own. */
export function refusalsOf(call: Call, family: Family): readonly Reason[] {
  const rule = call[family];
  const isWrite = call.method !== 'GET';
  const isCustomer = family === 'customer';
  const brought: readonly (Reason | false)[] = [
    'INVALID_PARAMETER',
    'HEADERS_TOO_LARGE',
    'INTERNAL_ERROR',
    'REQUEST_TIMEOUT',
    'UNAVAILABLE',
    call.params !== undefined && 'URI_TOO_LONG',
    isCustomer && 'TOO_MANY_REQUESTS',
    rule !== 'anyone' && 'INVALID_SESSION',
    rule !== 'anyone' && (rule !== 'signed-in' || call.contract !== undefined || isWrite) && 'NO_PERMISSION',
    call.contract !== undefined && 'CONTRACT_NOT_FOUND',
    takesKey(call, family) && 'IDEMPOTENCY_KEY_CONFLICT',
    isWrite && isCustomer && !call.formFromElsewhere && 'CROSS_SITE_REQUEST',
    isWrite && 'FILE_TOO_LARGE',
    isWrite && 'UNSUPPORTED_MEDIA_TYPE',
  ];
  const own: readonly Reason[] = call.refusals ?? [];
  return [...new Set([...brought.filter((reason) => reason !== false), ...own])].sort();
}

/**
 * True if an Idempotency-Key is used: for every write of an authenticated caller, unless its reply must not be stored.
 * Keys belong to their caller, so anonymous callers have none.
 */
export function takesKey(call: Call, family: Family): boolean {
  return call.method !== 'GET' && call[family] !== 'anyone' && !call.tellsSecret;
}
