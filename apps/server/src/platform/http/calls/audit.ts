import { type Call, type Family, operationId } from '@usance/api/call';
import type { GeneratedAlways } from 'kysely';
import type { ReadContext } from '../../context/context.ts';
import type { DbOrTx } from '../../postgres/database.ts';
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
  const isStream = call.bodyMedia !== undefined;
  await db
    .insertInto('audit')
    .values({
      at: ctx.now,
      request_id: ctx.requestId,
      token_id: ctx.subject.tokenId,
      call: operationId(call, family),
      params: asJson(input.params),
      query: asJson(input.query),
      body: isStream ? null : (asJson(input.body)?.slice(0, keptBodyLength) ?? null),
    })
    .execute();
}

function asJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
