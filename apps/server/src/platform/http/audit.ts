import type { Call } from '@usance/api/call';
import type { ReadContext } from '../context.ts';
import type { DbOrTx } from '../postgres/database.ts';

declare module '../postgres/database.ts' {
  interface Database {
    audit: {
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

const keptBodyLength = 4_000;

/** Every internal call leaves a row: which token did what to which thing. A customer's calls leave none here. */
export async function auditCall(
  db: DbOrTx,
  call: Call,
  ctx: ReadContext,
  input: { params: unknown; query: unknown; body: unknown },
): Promise<void> {
  if (ctx.subject.kind !== 'internal') return;
  await db
    .insertInto('audit')
    .values({
      at: ctx.clock.now(),
      request_id: ctx.requestId,
      token_id: ctx.subject.tokenId,
      call: call.id,
      params: asJson(input.params),
      query: asJson(input.query),
      body: asJson(input.body)?.slice(0, keptBodyLength) ?? null,
    })
    .execute();
}

function asJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
