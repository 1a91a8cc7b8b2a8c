import { Readable } from 'node:stream';
import { type Call, type Family, operationId } from '@usance/api/call';
import type { Reason } from '@usance/api/reason';
import type { Generated, GeneratedAlways, Insertable } from 'kysely';
import type { ReadContext } from '../../context/context.ts';
import type { Database, DbOrTx } from '../../postgres/database.ts';
import { storableJson } from '../../postgres/storable-json.ts';
import type { Input } from './verb.ts';

declare module '../../postgres/database.ts' {
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

/** Who made which call with what. */
export interface MadeCall {
  readonly call: Call;
  readonly family: Family;
  readonly ctx: ReadContext;
  readonly input: Input<Call>;
}

const keptBodyLength = 4_000;

/**
 * Every internal call that was let in leaves a row: which token did what to which thing. Calls that tell of nobody leave none.
 * What customers change leaves a row too, and so does whatever an operator does for them. Who makes a call that anybody may make is noted by what finds out who it is, and what
 * customers change in transactions of its own by those, or what was refused would stand there as done.
 */
export async function auditCall(db: DbOrTx, { call, family, ctx, input }: MadeCall): Promise<void> {
  const { subject } = ctx;
  const row = { ...whereabouts(ctx), ...asked(call, family, input) };
  if (subject.kind === 'internal') {
    // What the platform only reads is no part of what was done to a contract, and would bury it.
    const contract_id = call.method === 'GET' ? null : row.contract_id;
    return addRow(db, { ...row, contract_id, token_id: subject.tokenId });
  }
  if (subject.kind !== 'account') return;
  if (subject.operatorId === undefined && (call.method === 'GET' || call.customer === 'anyone')) return;
  await addRow(db, { ...row, account_id: subject.accountId, operator_id: subject.operatorId ?? null });
}

/** The same before a write that manages its own transactions. */
export async function auditSpanning(db: DbOrTx, made: MadeCall): Promise<void> {
  const { subject } = made.ctx;
  if (subject.kind === 'internal' || (subject.kind === 'account' && subject.operatorId !== undefined))
    await auditCall(db, made);
}

/** That a call which names no contract has made or changed this one, in the transaction in which it did: whose change it was. */
export async function auditDone(db: DbOrTx, call: Call, ctx: ReadContext, contractId: string): Promise<void> {
  const ofContract = { ...ctx, contract: { id: contractId } };
  await auditCall(db, { call, family: 'internal', ctx: ofContract, input: noInput });
}

/** That an account was come into or changed, or a contract by it, in the transaction in which it was. */
export async function auditAccount(
  db: DbOrTx,
  call: Call,
  ctx: Whereabouts,
  accountId: string,
  input: Asked = noInput,
): Promise<void> {
  await addRow(db, { ...whereabouts(ctx), ...asked(call, 'customer', input), account_id: accountId });
}

/** That a token did so, where nobody has made its call: in the story of the demonstration. */
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

/** The contract is there where the call names one. */
type Whereabouts = Pick<ReadContext, 'now' | 'requestId' | 'address'> & { readonly contract?: { readonly id: string } };

function whereabouts(ctx: Whereabouts) {
  return { at: ctx.now, request_id: ctx.requestId, address: ctx.address, contract_id: ctx.contract?.id ?? null };
}

async function addRow(db: DbOrTx, row: Insertable<Database['audit']>): Promise<void> {
  await db.insertInto('audit').values(row).execute();
}

/** What an operator has done for somebody else, or wanted to. */
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
 * What a row of the audit says of a request, sound or not. A body that comes as a stream is not kept, nor what a customer
 * says of themselves, of no contract; least of all passwords, codes and tickets, with which people prove who they are.
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

/** The same without what some fields hold, wherever they stand. */
export function withoutHidden(value: unknown, hidden: readonly string[] = []): unknown {
  if (hidden.length === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => withoutHidden(each, hidden));
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [name, hidden.includes(name) ? '…' : withoutHidden(held, hidden)]),
  );
}
