import type * as z from 'zod/mini';
import type { Reason } from './reason.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A permission of roles on a contract; role.ts defines which role has which. */
export type ContractScope =
  | 'contract.read'
  | 'contract.admin'
  | 'role.grant'
  | 'datacloud.read'
  | 'datacloud.create'
  | 'costs.read'
  | 'billing.read'
  | 'billing.manage';

/** A permission of internal tokens. Each write needs exactly one, so that a meter's token can book no deposit. */
export type InternalScope =
  | 'read'
  | 'metrics'
  | 'usage.write'
  | 'price.write'
  | 'contract.write'
  | 'money.write'
  | 'operation.write'
  | 'token.write';

/**
 * The place of the contract's id in a request. In the query it is optional; without it, no contract's role is checked.
 */
export type ContractPlace =
  | { readonly in: 'path' | 'body'; readonly name: string }
  | { readonly in: 'query'; readonly name: string; readonly scope: ContractScope };

export const inPath = { in: 'path', name: 'id' } as const;
export const inBody = { in: 'body', name: 'contractId' } as const;
export const inQuery = <const Name extends string>(name: Name, scope: ContractScope) =>
  ({ in: 'query', name, scope }) as const;

/** The media type of a body or a reply that is not a single JSON value. */
type Media =
  | 'application/json'
  | 'application/x-ndjson'
  /** A form with one file in the field `file`. */
  | 'multipart/form-data'
  | 'application/octet-stream'
  | 'application/pdf'
  | 'application/samlmetadata+xml'
  | 'text/csv'
  | 'application/zip'
  | 'application/x-tar'
  | 'text/plain'
  | 'image/webp';

/**
 * The kind of load that a call causes, which limits how many run at once; `always` is never refused for load. Those
 * with `usage-` need the usage database. `picture` and `sign-on` need expensive parsing.
 */
export type Admission =
  | 'read'
  | 'write'
  | 'export'
  | 'password'
  | 'picture'
  | 'sign-on'
  | 'always'
  | 'usage-intake'
  | 'usage-read'
  | 'usage-write'
  | 'usage-export';

/** The caller's side: customers at `/api/v1`, operators and systems at `/internal/api/v1`. */
export type Family = 'customer' | 'internal';

/** The definition of a call. One definition serves both families; a family without a rule does not have the call. */
export interface CallDefinition {
  readonly method: Method;
  /** Below the family's prefix: `/contracts/{id}/statements`. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** The customers who may make it: anyone, any session, or a role on its contract. */
  readonly customer?: 'anyone' | 'signed-in' | ContractScope;
  /** True if an operator acting for a customer may make it; needed for writes only (docs/decisions/0052). */
  readonly assumed?: true;
  /** The internal tokens that may make it. */
  readonly internal?: 'anyone' | InternalScope;
  /** The place of its contract. A call with a role needs a contract that is always named. */
  readonly contract?: ContractPlace;
  /** Locks the contract before anything else, so that checks still hold when it writes. */
  readonly locks?: 'contract';
  /** Moves the contract's money: locks the contract, and updates the account period afterwards. */
  readonly moves?: 'money';
  readonly admission: Admission;
  /** The database that may answer a GET: a replica, which first has everything that was committed before. */
  readonly reads?: 'replica';
  /** The reasons of its refusals, in addition to those of every call of its shape. */
  readonly refusals?: readonly Reason[];
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly reply: z.ZodMiniType;
  readonly bodyMedia?: Media;
  /**
   * The largest size of its body (or of the file in it) in bytes, and of a text in it in characters, if it differs from
   * the default.
   */
  readonly largestBody?: number;
  /** The longest line of its body in bytes. A longer one is refused with 400 on arrival, before anything is done. */
  readonly longestLine?: number;
  readonly replyMedia?: Media;
  /**
   * True if pages of other sites send it: its body is a form, its origin is not checked, and our cookies are missing.
   * It may do nothing that needs either as proof.
   */
  readonly formFromElsewhere?: true;
  /** True if the sending systems may label its JSON body as plain text. */
  readonly jsonInPlainText?: true;
  /**
   * True for a step of a browser's navigation: the reply is 303. A refusal redirects to this page of the console, with
   * the reason.
   */
  readonly redirects?: { readonly refusedTo: `/${string}` };
  /** True if a repetition with the same Idempotency-Key runs again, because the ids in its body prevent duplicates. */
  readonly runsAgain?: true;
  /**
   * True if the request or the reply contains a secret. Then neither the reply nor a hash of the body is stored for an
   * Idempotency-Key, since a short number could be guessed from the hash.
   */
  readonly tellsSecret?: true;
  /** True if its verb writes the audit row itself: a GET that changes something. */
  readonly auditsItself?: true;
  /**
   * True if it is about the installation only. It leaves no audit row, and so is answered even if none can be written.
   */
  readonly isUnaudited?: true;
  /** Fields of its body, at any depth, whose values the audit hides, such as id numbers of people. */
  readonly hides?: readonly string[];
  /** The operation's id, if it is not `noun.call`. */
  readonly id?: string;
}

/** An API call as a value, used by the server, the console, the tests and OpenAPI. */
export type Call = CallDefinition & { readonly id: string; readonly noun: string };

/** The calls of one noun by name. */
export type Noun = Readonly<Record<string, Call>>;
type NounOf<Name extends string, Definitions> = {
  readonly [K in keyof Definitions]: Definitions[K] & { readonly id: string; readonly noun: Name };
};

/** Names a noun's calls: `purchase` and `aggBy` give the operation `purchase.agg-by`. Keeps literal types. */
export function defineCalls<
  const Name extends string,
  const Definitions extends Readonly<Record<string, CallDefinition>>,
>(noun: Name, definitions: Definitions): NounOf<Name, Definitions> {
  const named = Object.entries(definitions).map(([name, definition]) => {
    const kebab = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [name, { id: `${noun}.${kebab}`, ...definition, noun }];
  });
  // The entries are the definitions' own, so each keeps its type.
  return Object.fromEntries(named) as NounOf<Name, Definitions>;
}

/** The common fields of most reads of a contract's bills, for both families. */
export const billingRead = {
  method: 'GET',
  customer: 'billing.read',
  internal: 'read',
  contract: inPath,
  admission: 'read',
} as const;

/** The common fields of reads of rated usage, whose replies tell nothing of balances and statements. */
export const costsRead = { ...billingRead, customer: 'costs.read', admission: 'usage-read' } as const;

/** The common fields of internal writes of money. */
export const moneyWrite = { internal: 'money.write', admission: 'write' } as const;

const prefixes: Readonly<Record<Family, string>> = { customer: '/api/v1', internal: '/internal/api/v1' };

/** Returns a call's whole path in a family, with open parameters. */
export function pathOf(call: Call, family: Family): string {
  return `${prefixes[family]}${call.path}`;
}

/** Returns the media type of a call's body. */
export function bodyMediaOf(call: Call): string {
  return call.formFromElsewhere ? 'application/x-www-form-urlencoded' : (call.bodyMedia ?? 'application/json');
}

/** Returns the operation's id in a family: a customer call has the prefix `internal.` at its internal path. */
export function operationId(call: Call, family: Family): string {
  return family === 'internal' && call.customer !== undefined ? `internal.${call.id}` : call.id;
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
