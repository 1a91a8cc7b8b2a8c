import type { Call, CallReply } from '@usance/api/call';
import type { CallInput } from '@usance/api/request';
import { send } from './send.ts';

type Input<C extends Call> = CallInput<C> & { signal?: AbortSignal };
type Arguments<C extends Call> = Record<string, never> extends Input<C> ? [input?: Input<C>] : [input: Input<C>];

/**
 * Makes one call and returns its reply. Throws ApiError for a refusal or a failure, NetworkError without a reply,
 * LoginExpired once the session has expired.
 */
export async function call<const C extends Call>(wanted: C, ...[input]: Arguments<C>): Promise<CallReply<C>> {
  const response = await send(wanted, input);
  const reply = response.status === 204 ? undefined : await response.json();
  // In development an invalid reply fails at once; a customer's page must not break over it.
  if (import.meta.env.DEV) return wanted.reply.parse(reply) as CallReply<C>;
  return reply as CallReply<C>;
}
