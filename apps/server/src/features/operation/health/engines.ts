import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';

type Engines = Pick<Deps, 'db' | 'clickhouse'>;

const answerLimitMs = 1_500;

/** Returns the engines that do not answer a trivial query in time; empty if all is well. Never throws. */
export async function awayEngines({ db, clickhouse }: Engines): Promise<string[]> {
  const [postgres, usage] = await Promise.all([
    answers(sql`select 1`.execute(db).then(() => true)),
    answers(clickhouse.ping({ gone: AbortSignal.timeout(answerLimitMs) })),
  ]);
  return [...(postgres ? [] : ['postgres']), ...(usage ? [] : ['clickhouse'])];
}

export async function engineVersions({ db, clickhouse }: Engines): Promise<{ postgres: string; clickhouse: string }> {
  const [postgres, usage] = await Promise.all([
    sql<{ server_version: string }>`show server_version`.execute(db),
    clickhouse.query<{ version: string }>('SELECT version() AS version'),
  ]);
  return { postgres: postgres.rows[0]?.server_version ?? '', clickhouse: usage[0]?.version ?? '' };
}

async function answers(question: Promise<boolean>): Promise<boolean> {
  const limit = AbortSignal.timeout(answerLimitMs);
  const tooLate = new Promise<boolean>((resolve) => {
    limit.addEventListener('abort', () => resolve(false), { once: true });
  });
  return Promise.race([question.catch(() => false), tooLate]);
}
