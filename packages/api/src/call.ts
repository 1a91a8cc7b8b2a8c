import type * as z from 'zod/mini';
import type { Reason } from './reason.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a role on a contract allows; which role grants which is decided in role.ts. */
export type ContractScope =
  | 'contract.read'
  | 'contract.admin'
  | 'role.grant'
  | 'datacloud.read'
  | 'datacloud.create'
  | 'billing.read'
  | 'billing.manage';

/** What an internal token may do. Each write is in one scope only, so that a meter's token can book no deposit. */
export type InternalScope =
  | 'read'
  | 'metrics'
  | 'usage.write'
  | 'price.write'
  | 'contract.write'
  | 'money.write'
  | 'operation.write'
  | 'token.write';

/** Where a call names its contract. In the query it may be left out; then no contract's role is asked for. */
export type ContractPlace =
  | { readonly in: 'path' | 'body'; readonly name: string }
  | { readonly in: 'query'; readonly name: string; readonly scope: ContractScope };

export const inPath = { in: 'path', name: 'id' } as const;
export const inBody = { in: 'body', name: 'contractId' } as const;
export const inQuery = <const Name extends string>(name: Name, scope: ContractScope) =>
  ({ in: 'query', name, scope }) as const;

/** How a call's body or reply travels when it is not one JSON value. */
type Media =
  | 'application/json'
  | 'application/x-ndjson'
  /** Its body is a form with one file, in the field `file`. */
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
 * What a call costs the process, which decides how many may run at once; `always` is never refused for load. What begins
 * with `usage-` needs the usage database; a `picture` and the answer of an identity
 * provider to a `sign-on` are taken apart.
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

/** The side a call is made from: a customer's at `/api/v1`, the platform's own people's at `/internal/api/v1`. */
export type Family = 'customer' | 'internal';

/** What is said of a call; one definition serves both families, and a family that is not named does not have it. */
export interface CallDefinition {
  readonly method: Method;
  /** Below the family's own prefix: `/contracts/{id}/statements`. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** Who may make it as a customer: anybody, any session, or a role on the contract that it names. */
  readonly customer?: 'anyone' | 'signed-in' | ContractScope;
  /** An operator who acts for a customer may make it: of writes only what says so (docs/decisions/0052). */
  readonly assumed?: true;
  /** Which token may make it internally. */
  readonly internal?: 'anyone' | InternalScope;
  /** Where it names its contract. A role can be asked for only on a contract that is always named. */
  readonly contract?: ContractPlace;
  /** It locks the contract that it names before anything else, so that what it checks is still so when it writes. */
  readonly locks?: 'contract';
  /** It moves money of the contract that it names: it locks it, and the account period follows what it does. */
  readonly moves?: 'money';
  readonly admission: Admission;
  /** What it is refused with, beside what any call of its shape can be refused with. */
  readonly refusals?: readonly Reason[];
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly reply: z.ZodMiniType;
  readonly bodyMedia?: Media;
  /**
   * Bytes that its body may have, or the file in it, and characters that a text in it may, where that is not as with others.
   */
  readonly largestBody?: number;
  /** Bytes that a line of its body may have. A longer one is refused with 400 as soon as it comes, before anything is done. */
  readonly longestLine?: number;
  readonly replyMedia?: Media;
  /**
   * The page of another site has the browser send it: its body is a form, and neither where it comes from is asked nor a
   * cookie of ours is with it. It may do nothing that either would have to prove.
   */
  readonly formFromElsewhere?: true;
  /** The systems that send its body, which is JSON, may call it plain text. */
  readonly jsonInPlainText?: true;
  /**
   * A browser comes by on its way from page to page. It is answered with 303 and where to go on; one that is refused goes on
   * to this page of the console, which is told the reason.
   */
  readonly passesBy?: { readonly refusedTo: `/${string}` };
  /** Sent again under its Idempotency-Key it is done again and answers anew, since what it brings is known by ids of its own. */
  readonly doneAgain?: true;
  /**
   * A secret is told, by us or to us, which is kept nowhere as it is: the reply to an Idempotency-Key would be, and a hash of
   * what was sent, by which whoever tries finds a number again.
   */
  readonly tellsSecret?: true;
  /** Its verb leaves its own row in the audit, in the transaction of what it does: it changes something though it is a GET. */
  readonly auditsItself?: true;
  /** It tells of the installation alone. It leaves no row in the audit, and so is answered where none can be written. */
  readonly tellsOfNobody?: true;
  /** Fields of its body, however deep, of which the audit tells only that they were there: numbers of people. */
  readonly hides?: readonly string[];
  /** The operation's id where `noun.call` would not be it. */
  readonly id?: string;
}

/** One API call as a value: the server, the console, the tests and OpenAPI all take it. */
export type Call = CallDefinition & { readonly id: string; readonly noun: string };

/** The calls of one noun by name. */
export type Noun = Readonly<Record<string, Call>>;
type NounOf<Name extends string, Definitions> = {
  readonly [K in keyof Definitions]: Definitions[K] & { readonly id: string; readonly noun: Name };
};

/** Names a noun's calls: `purchase` and `aggBy` make the operation `purchase.agg-by`. Literal types are kept. */
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

/** What most reads of a contract's bills say alike, for both families. */
export const billingRead = {
  method: 'GET',
  customer: 'billing.read',
  internal: 'read',
  contract: inPath,
  admission: 'read',
} as const;

/** What the platform's own people's writes of money say alike. */
export const moneyWrite = { internal: 'money.write', admission: 'write' } as const;

const prefixes: Readonly<Record<Family, string>> = { customer: '/api/v1', internal: '/internal/api/v1' };

/** A call's whole path in a family, its parameters still open. */
export function pathOf(call: Call, family: Family): string {
  return `${prefixes[family]}${call.path}`;
}

/** How a call's body travels. */
export function bodyMediaOf(call: Call): string {
  return call.formFromElsewhere ? 'application/x-www-form-urlencoded' : (call.bodyMedia ?? 'application/json');
}

/** The operation's id in a family: a customer's call is `internal.…` at its internal path. */
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
