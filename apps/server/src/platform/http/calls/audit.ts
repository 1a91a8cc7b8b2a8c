import { Readable } from 'node:stream';
import { type Call, type Family, operationId } from '@usance/api/call';
import type { GeneratedAlways } from 'kysely';
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
      token_id: string;
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

/** Every internal call that was let in leaves a row: which token did what to which thing. Customers' leave none. */
export async function auditCall(db: DbOrTx, { call, family, ctx, input }: MadeCall): Promise<void> {
  if (ctx.subject.kind !== 'internal') return;
  const { now: at, requestId, subject } = ctx;
  await db
    .insertInto('audit')
    .values({ at, request_id: requestId, token_id: subject.tokenId, ...asked(call, family, input) })
    .execute();
}

/** What a row of the audit says of a request, sound or not. A body that comes as a stream is not kept. */
export function asked(call: Call, family: Family, given: Record<'params' | 'query' | 'body', unknown>) {
  const isStream = call.bodyMedia !== undefined || given.body instanceof Readable;
  return {
    call: operationId(call, family),
    params: asJson(given.params),
    query: asJson(given.query),
    body: isStream ? null : (asJson(given.body)?.slice(0, keptBodyLength) ?? null),
  };
}

function asJson(value: unknown): string | null {
  return value === undefined ? null : storableJson(value);
}
