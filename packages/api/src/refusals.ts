import type { Call } from './call.ts';
import type { Reason } from './reason.ts';

/** Every reason with which a call can be refused: what its shape brings with it, and what it says of itself. */
export function refusalsOf(call: Call): readonly Reason[] {
  const isPublic = call.customer === 'anyone' || call.internal === 'anyone';
  const isWrite = call.method !== 'GET';
  const brought: readonly (Reason | false)[] = [
    'INVALID_PARAMETER',
    'TOO_MANY_REQUESTS',
    'HEADERS_TOO_LARGE',
    'INTERNAL_ERROR',
    'UNAVAILABLE',
    !isPublic && 'INVALID_SESSION',
    !isPublic && (call.customer !== 'signed-in' || call.contract !== undefined) && 'NO_PERMISSION',
    call.contract !== undefined && 'CONTRACT_NOT_FOUND',
    isWrite && 'IDEMPOTENCY_KEY_CONFLICT',
    isWrite && call.customer !== undefined && 'CROSS_SITE_REQUEST',
    call.body !== undefined && 'FILE_TOO_LARGE',
    call.body !== undefined && 'UNSUPPORTED_MEDIA_TYPE',
  ];
  const own: readonly Reason[] = call.refusals ?? [];
  return [...new Set([...brought.filter((reason) => reason !== false), ...own])].sort();
}
