import { bodyMediaOf, type Call, type CallBody, type CallParams, type CallQuery, type Family, pathOf } from './call.ts';

type Asked<Name extends string, Value> = undefined extends Value ? { [K in Name]?: Value } : { [K in Name]: Value };

/** The input of a call: `params`, `query` and `body`, each only if the call has a schema for it. */
export type CallInput<C extends Call> = Asked<'params', CallParams<C>> &
  Asked<'query', CallQuery<C>> &
  Asked<'body', CallBody<C>> & {
    /** The same key for the same intent: a repetition takes effect once. */
    idempotencyKey?: string;
  };

export interface CallRequest {
  readonly method: Call['method'];
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** The input of any call, for code that passes it on. */
export interface LooseInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

/** Returns a call as an HTTP request. Throws if a parameter of the path is missing. */
export function requestOf(call: Call, input: LooseInput = {}, family: Family = 'customer'): CallRequest {
  const headers: Record<string, string> = {};
  if (input.body !== undefined) headers['content-type'] = bodyMediaOf(call);
  if (input.idempotencyKey !== undefined) headers['idempotency-key'] = input.idempotencyKey;
  const { body } = input;
  return {
    method: call.method,
    url: urlOf(call, input, family),
    headers,
    ...(body !== undefined && { body: bodyText(call, body) }),
  };
}

function bodyText(call: Call, body: unknown): string {
  if (call.formFromElsewhere) return new URLSearchParams(Object.entries(body ?? {})).toString();
  return call.bodyMedia === undefined ? JSON.stringify(body) : String(body);
}

/**
 * Returns only the URL, for links. Lists travel as JSON in `searchParam`, because a value may contain a comma or be
 * empty.
 */
export function urlOf(call: Call, input: LooseInput = {}, family: Family = 'customer'): string {
  const params = new Map(Object.entries(input.params ?? {}));
  const path = pathOf(call, family).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params.get(name);
    if (value === undefined || value === null || value === '') throw new Error(`${call.id} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  const lists: Record<string, readonly unknown[]> = {};
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (Array.isArray(value)) lists[name] = value;
    else if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  if (Object.keys(lists).length > 0) search.set('searchParam', JSON.stringify(lists));
  return search.size === 0 ? path : `${path}?${search}`;
}
