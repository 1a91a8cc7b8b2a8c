import { hourMs } from '@usance/period/instant';
import { sql } from 'kysely';
import type { Deps } from '../../../platform/context/context.ts';

const keptMs = 72 * hourMs;
const batchesAtOnce = 1_000;

/** Forgets the rows of batches that were moved three days ago: until then they can be sent again. Answers how many. */
export async function forgetPayloads({ db }: Pick<Deps, 'db'>, now: Date): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const { rows } = await sql`
      update usage_batch set payload = null
      where batch_no in (select batch_no from usage_batch
        where payload is not null and moved_at <= ${new Date(now.getTime() - keptMs)}
        order by moved_at limit ${batchesAtOnce} for update skip locked)
      returning batch_no`.execute(db);
    forgotten += rows.length;
    if (rows.length < batchesAtOnce) return forgotten;
  }
}
