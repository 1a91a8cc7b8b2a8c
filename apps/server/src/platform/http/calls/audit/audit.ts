import { Readable } from 'node:stream';
import { type Call, type Family, operationId } from '@usance/api/call';
import type { Reason } from '@usance/api/reason';
import type { Generated, GeneratedAlways, Insertable } from 'kysely';
import type { ReadContext } from '../../../context/context.ts';
import type { Database, DbOrTx } from '../../../postgres/database.ts';
import { storableJson } from '../../../postgres/storable-json.ts';
import type { Input } from '../verb.ts';

declare module '../../../postgres/database.ts' {
  interface Database {
    audit: {
      id: GeneratedAlways<string>;
      at: Date;
      request_id: string;
      token_id: Generated<string | null>;
      operator_id: Generated<string | null>;
      account_id: Generated<string | null>;
      call: string;
      params: string | null;
      query: string | null;
      body: string | null;
      path: Generated<string | null>;
      refused: Generated<string | null>;
      address: Generated<string | null>;
      contract_id: Generated<string | null>;
      written_in: Generated<string | null>;
    };
  }
}

/** A call with its caller and input. */
export interface MadeCall {
  readonly call: Call;
  readonly family: Family;
  readonly ctx: ReadContext;
  readonly input: Input<Call>;
}

const keptBodyLength = 4_000;

/**
 * Audits every admitted internal call, except calls that reveal no one's data, and every change by a customer or by an
 * operator for one. Calls open to anyone are audited by the code that identifies the caller. Customer writes in several
 * transactions are audited by those transactions; otherwise refused ones would appear as done.
 */
export async function auditCall(db: DbOrTx, { call, family, ctx, input }: MadeCall): Promise<void> {
  const { subject } = ctx;
  const row = { ...whereabouts(ctx), ...asked(call, family, input) };
  if (subject.kind === 'internal') {
    // Reads by the platform are not changes of a contract, and would bury them.
    const contract_id = call.method === 'GET' ? null : row.contract_id;
    return addRow(db, { ...row, contract_id, token_id: subject.tokenId });
  }
  if (subject.kind !== 'account') return;
  if (subject.operatorId === undefined && (call.method === 'GET' || call.customer === 'anyone')) return;
  await addRow(db, { ...row, account_id: subject.accountId, operator_id: subject.operatorId ?? null });
}

/** Audits a write that manages its own transactions before it runs, for internal callers and operators. */
export async function auditSpanning(db: DbOrTx, made: MadeCall): Promise<void> {
  const { subject } = made.ctx;
  if (subject.kind === 'internal' || (subject.kind === 'account' && subject.operatorId !== undefined))
    await auditCall(db, made);
}

/** Audits that a call which names no contract created or changed this one, in the same transaction. */
export async function auditDone(db: DbOrTx, call: Call, ctx: ReadContext, contractId: string): Promise<void> {
  const ofContract = { ...ctx, contract: { id: contractId } };
  await auditCall(db, { call, family: 'internal', ctx: ofContract, input: noInput });
}

/** Audits a sign-in to an account, or a change by or of it, in the same transaction. */
export async function auditAccount(
  db: DbOrTx,
  call: Call,
  ctx: Whereabouts,
  accountId: string,
  input: Asked = noInput,
): Promise<void> {
  await addRow(db, { ...whereabouts(ctx), ...asked(call, 'customer', input), account_id: accountId });
}

/** Audits an act of a token without a call of it, in the story of the demonstration. */
export async function auditToken(
  db: DbOrTx,
  call: Call,
  ctx: Whereabouts,
  tokenId: string,
  input: Asked,
): Promise<void> {
  await addRow(db, { ...whereabouts(ctx), ...asked(call, 'internal', input), token_id: tokenId });
}

type Asked = Record<'params' | 'query' | 'body', unknown>;

const noInput = { params: undefined, query: undefined, body: undefined };

/** The contract is present if the call names one. */
type Whereabouts = Pick<ReadContext, 'now' | 'requestId' | 'address'> & { readonly contract?: { readonly id: string } };

function whereabouts(ctx: Whereabouts) {
  return { at: ctx.now, request_id: ctx.requestId, address: ctx.address, contract_id: ctx.contract?.id ?? null };
}

async function addRow(db: DbOrTx, row: Insertable<Database['audit']>): Promise<void> {
  await db.insertInto('audit').values(row).execute();
}

/** A call that an operator made or tried for a customer. */
interface Acted {
  readonly call: Call;
  readonly ctx: Pick<ReadContext, 'now' | 'requestId' | 'address'>;
  readonly by: { readonly operatorId: string; readonly accountId: string };
  readonly input: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown };
  readonly refused?: Reason;
}

export async function auditOperator(db: DbOrTx, { call, ctx, by, input, refused }: Acted): Promise<void> {
  const { params, query, body } = input;
  const who = { operator_id: by.operatorId, account_id: by.accountId };
  const what = asked(call, 'customer', { params, query, body });
  await addRow(db, { ...whereabouts(ctx), ...who, ...what, refused: refused ?? null });
}

/**
 * The audit's view of a request, valid or not. It leaves out streamed bodies, and what customers send about themselves
 * without a contract, above all passwords, codes and tickets.
 */
export function asked(call: Call, family: Family, given: Asked) {
  const isStream = call.bodyMedia !== undefined || given.body instanceof Readable;
  const isOfCustomer = family === 'customer' && call.contract === undefined;
  const isProof = isOfCustomer && call.customer === 'anyone';
  return {
    call: operationId(call, family),
    params: asJson(given.params),
    query: isProof ? null : asJson(given.query),
    body:
      isStream || isOfCustomer
        ? null
        : (asJson(withoutHidden(given.body, call.hides))?.slice(0, keptBodyLength) ?? null),
  };
}

function asJson(value: unknown): string | null {
  return value === undefined ? null : storableJson(value);
}

/** Replaces the values of the hidden fields, at any depth. */
export function withoutHidden(value: unknown, hidden: readonly string[] = []): unknown {
  if (hidden.length === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => withoutHidden(each, hidden));
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [name, hidden.includes(name) ? '…' : withoutHidden(held, hidden)]),
  );
}

/** Returns an address as people write it: IPv4 without the prefix of dual-stack sockets. */
export const plainAddress = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, '');
