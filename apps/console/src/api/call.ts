import type { Call, CallBody, CallParams, CallQuery, CallReply } from '@usance/api/call';
import { send } from './send.ts';

type Asked<Name extends string, Value> = undefined extends Value ? { [K in Name]?: Value } : { [K in Name]: Value };

/** What a call needs: its own `params`, `query` and `body`, each asked for only where the contract has a schema for it. */
export type CallInput<C extends Call> = Asked<'params', CallParams<C>> &
  Asked<'query', CallQuery<C>> &
  Asked<'body', CallBody<C>> & {
    signal?: AbortSignal;
    /** For every write that moves money: the same key for the same intent, so that a second press changes nothing. */
    idempotencyKey?: string;
  };

type Arguments<C extends Call> =
  Record<string, never> extends CallInput<C> ? [input?: CallInput<C>] : [input: CallInput<C>];

/**
 * Makes one call of the contract and returns its reply.
 * Throws ApiError for a refusal or a failure, NetworkError when no reply came, LoginExpired when the session is over.
 */
export async function call<const C extends Call>(wanted: C, ...[input]: Arguments<C>): Promise<CallReply<C>> {
  const response = await send(urlOf(wanted, input), initOf(wanted, input));
  const reply = response.status === 204 ? undefined : await response.json();
  // In development a reply that breaks its contract is heard at once; a customer's page is not broken over it.
  if (import.meta.env.DEV) return wanted.reply.parse(reply) as CallReply<C>;
  return reply as CallReply<C>;
}

interface LooseInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  signal?: AbortSignal;
  idempotencyKey?: string;
}

/** The address of a call with its parameters filled in, for links and downloads too. Throws when a parameter is missing. */
export function urlOf(wanted: Call, input: LooseInput = {}): string {
  const params = new Map(Object.entries(input.params ?? {}));
  const path = wanted.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params.get(name);
    if (value === undefined || value === null || value === '') throw new Error(`${wanted.id} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  const lists: Record<string, readonly unknown[]> = {};
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (Array.isArray(value)) lists[name] = value;
    else if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  // As JSON, since a value may hold a comma or be empty itself.
  if (Object.keys(lists).length > 0) search.set('searchParam', JSON.stringify(lists));
  return search.size === 0 ? path : `${path}?${search}`;
}

export function initOf(wanted: Call, input: LooseInput = {}): RequestInit {
  const headers: Record<string, string> = {};
  if (input.body !== undefined) headers['Content-Type'] = 'application/json';
  if (input.idempotencyKey !== undefined) headers['Idempotency-Key'] = input.idempotencyKey;
  return {
    method: wanted.method,
    headers,
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    ...(input.signal !== undefined && { signal: input.signal }),
  };
}
