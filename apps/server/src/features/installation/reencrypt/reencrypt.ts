import type { CallReply, ParsedBody } from '@usance/api/call';
import type { contractKeys } from '@usance/api/contract/contract-key';
import type { SpanningContext } from '#platform/context/context.ts';
import { countSealed, resealBatch, type SealedRows } from '#platform/sealing/sealed-rows.ts';
import type { SealingKey } from '#platform/sealing/sealing-key.ts';
import { sealedKinds } from './sealed-kinds.ts';

type Reply = CallReply<typeof contractKeys.reencrypt>;
type Context = Pick<SpanningContext, 'db' | 'log' | 'sealingKey'>;

/**
 * Reseals with the current key all secrets of former keys, batch by batch. An interrupted run keeps its progress, and
 * the next call continues; other writers are not blocked.
 */
export async function reencrypt(
  ctx: Context,
  { body: { batch } }: { body: ParsedBody<typeof contractKeys.reencrypt> },
): Promise<Reply> {
  const anew = (kind: string) => {
    const rows = sealedKinds[kind];
    if (!rows) throw new Error(`No room seals ${kind}`);
    return resealAll(ctx, rows, ctx.sealingKey, batch);
  };
  return {
    keyID: ctx.sealingKey.id,
    secondFactors: await anew('secondFactors'),
    citizens: await anew('citizens'),
    kycInfos: await anew('kycInfos'),
    contractKeys: await anew('contractKeys'),
  };
}

async function resealAll({ db, log }: Context, rows: SealedRows, key: SealingKey, most: number) {
  let resealed = 0;
  let after = '';
  for (;;) {
    const done = await db.transaction().execute((tx) => resealBatch(tx, rows, key, { after, most }));
    resealed += done.resealed;
    if (done.broken.length > 0)
      log.error({ table: rows.table, ids: done.broken }, 'secrets fail to decrypt with their key');
    if (done.last === undefined) break;
    after = done.last;
  }
  const counts = await countSealed(db, rows);
  const left = sumOf(key.formerIds.map((id) => counts.get(id) ?? 0));
  const read = left + (counts.get(key.id) ?? 0);
  return { resealed, left, unreadable: sumOf([...counts.values()]) - read };
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);
