import { Readable } from 'node:stream';
import { type Call, type Family, operationId } from '@usance/api/call';
import type { Reason } from '@usance/api/reason';
import type { Generated, GeneratedAlways } from 'kysely';
import type { ReadContext } from '../../context/context.ts';
import type { DbOrTx } from '../../postgres/database.ts';
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
      path: string | null;
      refused: string | null;
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
 * Every internal call that was let in leaves a row: which token did what to which thing. So does what an operator does for
 * somebody else; customers' own calls leave none.
 */
export async function auditCall(db: DbOrTx, { call, family, ctx, input }: MadeCall): Promise<void> {
  const { now: at, requestId, subject } = ctx;
  if (subject.kind === 'account' && subject.operatorId !== undefined) {
    const by = { operatorId: subject.operatorId, accountId: subject.accountId };
    return auditOperator(db, { call, ctx, by, input });
  }
  if (subject.kind !== 'internal') return;
  await db
    .insertInto('audit')
    .values({ at, request_id: requestId, token_id: subject.tokenId, ...asked(call, family, input) })
    .execute();
}

/** What an operator has done for somebody else, or wanted to. */
interface Acted {
  readonly call: Call;
  readonly ctx: Pick<ReadContext, 'now' | 'requestId'>;
  readonly by: { readonly operatorId: string; readonly accountId: string };
  readonly input: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown };
  readonly refused?: Reason;
}

export async function auditOperator(db: DbOrTx, { call, ctx, by, input, refused }: Acted): Promise<void> {
  const { params, query, body } = input;
  await db
    .insertInto('audit')
    .values({
      at: ctx.now,
      request_id: ctx.requestId,
      operator_id: by.operatorId,
      account_id: by.accountId,
      refused: refused ?? null,
      ...asked(call, 'customer', { params, query, body }),
    })
    .execute();
}

/**
 * What a row of the audit says of a request, sound or not. A body that comes as a stream is not kept, nor what a customer
 * says of themselves, of no contract; least of all passwords, codes and tickets, with which people prove who they are.
 */
export function asked(call: Call, family: Family, given: Record<'params' | 'query' | 'body', unknown>) {
  const isStream = call.bodyMedia !== undefined || given.body instanceof Readable;
  const isOfCustomer = family === 'customer' && call.contract === undefined;
  const isProof = isOfCustomer && call.customer === 'anyone';
  return {
    call: operationId(call, family),
    params: asJson(given.params),
    query: isProof ? null : asJson(given.query),
    body: isStream || isOfCustomer ? null : (asJson(without(given.body, call.hides))?.slice(0, keptBodyLength) ?? null),
  };
}

function asJson(value: unknown): string | null {
  return value === undefined ? null : storableJson(value);
}

/** The same without what some fields hold, wherever they stand. */
function without(value: unknown, hidden: readonly string[] = []): unknown {
  if (hidden.length === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => without(each, hidden));
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [name, hidden.includes(name) ? '…' : without(held, hidden)]),
  );
}
