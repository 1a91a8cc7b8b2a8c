import type * as z from 'zod/mini';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a role on a contract allows; which role grants which is decided in role.ts. */
export type ContractScope =
  | 'contract.read'
  | 'contract.admin'
  | 'datacloud.read'
  | 'datacloud.create'
  | 'billing.read'
  | 'billing.manage';

/** What an internal token may do. */
export type InternalScope = 'read' | 'write';

/** Who may make a call: anybody, any session, a role on the contract that the call names, or an internal token. */
export type Access =
  | { kind: 'public' }
  | { kind: 'signed-in' }
  | { kind: 'contract'; scope: ContractScope; contractId: 'path' | 'body' }
  | { kind: 'internal'; scope: InternalScope };

export const anyone: Access = { kind: 'public' };
export const signedIn: Access = { kind: 'signed-in' };
export const onContract = (scope: ContractScope, contractId: 'path' | 'body' = 'path'): Access => ({
  kind: 'contract',
  scope,
  contractId,
});
export const internal = (scope: InternalScope): Access => ({ kind: 'internal', scope });

/** How a call's body or reply travels when it is not one JSON value. */
export type Media = 'application/json' | 'application/x-ndjson' | 'text/csv' | 'application/zip' | 'text/plain';

/** One API call as a value: the server, the console, the tests and OpenAPI all take it. */
export interface Call {
  readonly id: string;
  readonly method: Method;
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly reply: z.ZodMiniType;
  readonly bodyMedia?: Media;
  readonly replyMedia?: Media;
}

/** Keeps the literal types of a call, so that its schemas can be inferred from the value. */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}

/** A customer's call at its internal path. */
export type InternalTwin<C extends Call> = Omit<C, 'id' | 'path' | 'access'> & {
  readonly id: `internal.${C['id']}`;
  readonly path: `/internal${C['path']}`;
  readonly access: Access;
};

/** The same call for the platform's own people, at the internal path and without a customer's role. */
export function internalTwin<const C extends Call>(call: C, scope: InternalScope = 'read'): InternalTwin<C> {
  return { ...call, id: `internal.${call.id}`, path: `/internal${call.path}`, access: internal(scope) };
}

type Schema<C, K extends keyof Call> = C extends { [P in K]: infer S extends z.ZodMiniType } ? S : undefined;
type InputOf<S> = S extends z.ZodMiniType ? z.input<S> : undefined;
type OutputOf<S> = S extends z.ZodMiniType ? z.output<S> : undefined;

export type CallParams<C extends Call> = InputOf<Schema<C, 'params'>>;
export type CallQuery<C extends Call> = InputOf<Schema<C, 'query'>>;
export type CallBody<C extends Call> = InputOf<Schema<C, 'body'>>;
export type CallReply<C extends Call> = OutputOf<Schema<C, 'reply'>>;
export type ParsedParams<C extends Call> = OutputOf<Schema<C, 'params'>>;
export type ParsedQuery<C extends Call> = OutputOf<Schema<C, 'query'>>;
export type ParsedBody<C extends Call> = OutputOf<Schema<C, 'body'>>;
