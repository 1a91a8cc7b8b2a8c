import type { Call, Noun, ParsedBody, ParsedParams, ParsedQuery } from '@usance/api/call';
import type * as z from 'zod/mini';
import type {
  Fittings,
  Grounds,
  LockedGrounds,
  OnContract,
  ReadContext,
  SpanningContext,
  WriteContext,
} from '../../context/context.ts';
import type { UploadedFile } from './input/uploaded-file.ts';
import type { FileReply } from './reply/file-reply.ts';
import type { JsonStream } from './reply/json-stream.ts';
import type { SeeOther } from './reply/see-other.ts';

/** A call's validated input. A body that is not JSON is a stream, except that a form is its file. */
export interface Input<C extends Call> {
  readonly params: ParsedParams<C>;
  readonly query: ParsedQuery<C>;
  readonly body: C extends { bodyMedia: 'multipart/form-data' }
    ? UploadedFile
    : C extends { bodyMedia: string }
      ? AsyncIterable<Buffer>
      : ParsedBody<C>;
}

/**
 * A call's reply as input of its schema. For other media it is a file, for a text too large to build a stream, and for
 * a call that redirects a browser a SeeOther.
 */
export type Answer<C extends Call> = C extends { redirects: object }
  ? SeeOther
  : z.input<C['reply']> | FileReply | JsonStream;

/** The context has the contract of a call that names one; where the name is optional, the contract is too. */
type On<C extends Call> = C extends { contract: { in: 'path' | 'body' } }
  ? Grounds
  : C extends { contract: object }
    ? Partial<Grounds>
    : unknown;

/** A write that locks its contract or moves its money has the locked contract. */
type OnWrite<C extends Call> = C extends { moves: 'money' } | { locks: 'contract' } ? LockedGrounds : On<C>;

type ReadVerb<C extends Call> = (ctx: ReadContext & On<C>, input: Input<C>) => Promise<Answer<C>>;
type LongVerb<C extends Call> = (ctx: SpanningContext & On<C>, input: Input<C>) => Promise<Answer<C>>;
type WriteVerb<C extends Call> = (ctx: WriteContext & OnWrite<C>, input: Input<C>) => Promise<Answer<C>>;

/**
 * A write that manages its own transactions, because it spans several. It must be safe to repeat and to run beside
 * itself: it keeps under its claim what must not be created twice.
 */
export class SpanningVerb<C extends Call> {
  readonly run: LongVerb<C>;

  constructor(run: LongVerb<C>) {
    this.run = run;
  }
}

/** A write whose slow part runs before its transaction; the transaction throws Outdated to repeat it. */
export class PreparedVerb<C extends Call, Prepared = unknown> {
  readonly prepare: (ctx: ReadContext & On<C>, input: Input<C>) => Promise<Prepared>;
  readonly run: (ctx: WriteContext & OnWrite<C>, input: Input<C>, prepared: Prepared) => Promise<Answer<C>>;

  constructor(prepare: PreparedVerb<C, Prepared>['prepare'], run: PreparedVerb<C, Prepared>['run']) {
    this.prepare = prepare;
    this.run = run;
  }
}

/** The verb of a call: a read for GET, else by default a write in one transaction. */
type Verb<C extends Call> = C extends { method: 'GET' }
  ? ReadVerb<C>
  : // biome-ignore lint/suspicious/noExplicitAny: the two halves of a verb agree on the prepared value
    WriteVerb<C> | SpanningVerb<C> | PreparedVerb<C, any>;
type Verbs<N extends Noun> = { readonly [K in keyof N]: Verb<N[K]> };

/** The work of a verb, by its use of the database; `ctx` has what the call's types promise. */
export type Action =
  | { readonly kind: 'read'; run(ctx: ReadContext, input: Input<Call>): Promise<unknown> }
  | { readonly kind: 'spanning'; run(ctx: SpanningContext, input: Input<Call>): Promise<unknown> }
  | {
      readonly kind: 'write';
      prepare(ctx: ReadContext, input: Input<Call>): Promise<unknown>;
      run(ctx: WriteContext, input: Input<Call>, prepared: unknown): Promise<unknown>;
    };

export interface MountedCall {
  readonly call: Call;
  readonly action: Action;
  /** True if an installation with these fittings has the call. */
  readonly isServed?: ((fittings: Fittings) => boolean) | undefined;
}

/** Binds each of a noun's calls to its verb, for both families. Throws if a call cannot be served as defined. */
export function mount<N extends Noun>(
  noun: N,
  verbs: Verbs<N>,
  isServed?: (fittings: Fittings) => boolean,
): readonly MountedCall[] {
  return Object.entries(noun).map(([name, call]) => {
    assertNamesContract(call);
    assertOnlyReads(call);
    return { call, action: actionOf(call, verbs[name]), isServed };
  });
}

/** The ways in which a write locks its contract; the features that own contracts and accounts define them. */
export interface ContractLocks {
  contract: ContractLock;
  /** Also updates the contract's account period after the write. */
  money: ContractLock;
}

type ContractLock = (
  ctx: OnContract<WriteContext>,
  write: (locked: WriteContext & LockedGrounds) => Promise<unknown>,
) => Promise<unknown>;

/**
 * The calls that an installation serves, where each call that says so locks its contract. Throws if a call is mounted
 * twice.
 */
export function servedCalls(
  mounted: readonly MountedCall[],
  { contractLocks, fittings }: { contractLocks: ContractLocks; fittings: Fittings },
): readonly MountedCall[] {
  const ids = new Set<string>();
  const served = mounted.filter(({ isServed }) => isServed?.(fittings) ?? true);
  return served.map(({ call, action }) => {
    if (ids.has(call.id)) throw new Error(`${call.id} is mounted twice`);
    ids.add(call.id);
    return { call, action: lockingAction(call, action, contractLocks) };
  });
}

function lockingAction({ id, moves, locks }: Call, action: Action, contractLocks: ContractLocks): Action {
  const kind = moves ?? locks;
  if (kind === undefined) return action;
  if (action.kind !== 'write') throw new Error(`${id} locks its contract, which only a write in one transaction can`);
  return {
    ...action,
    // The access rule has put the contract on the context of every call that names one.
    run: (ctx, input, prepared) =>
      contractLocks[kind](ctx as OnContract<WriteContext>, (locked) => action.run(locked, input, prepared)),
  };
}

function assertNamesContract({ id, customer, contract, moves, locks }: Call): void {
  const asksForRole = customer !== undefined && customer !== 'anyone' && customer !== 'signed-in';
  const isNamed = contract?.in === 'path' || contract?.in === 'body';
  if (asksForRole && !isNamed) throw new Error(`${id} asks for a role on a contract that it does not name`);
  if ((moves ?? locks) && !isNamed) throw new Error(`${id} locks a contract that it does not name`);
}

function assertOnlyReads({ id, method, reads, auditsItself }: Call): void {
  if (reads && (method !== 'GET' || auditsItself)) throw new Error(`${id} writes, which a replica refuses`);
}

type Prepare = Extract<Action, { kind: 'write' }>['prepare'];

// Mount's type has checked that each verb fits its call. A record of many calls cannot carry that, hence the casts.
function actionOf(call: Call, verb: unknown): Action {
  if (verb instanceof SpanningVerb) return { kind: 'spanning', run: verb.run as LongVerb<Call> };
  if (call.bodyMedia !== undefined) throw new Error(`${call.id} takes a stream, which only a SpanningVerb may read`);
  if (verb instanceof PreparedVerb) {
    return { kind: 'write', prepare: verb.prepare as Prepare, run: verb.run as WriteVerb<Call> };
  }
  if (call.method === 'GET') return { kind: 'read', run: verb as ReadVerb<Call> };
  return { kind: 'write', prepare: async () => undefined, run: verb as WriteVerb<Call> };
}
