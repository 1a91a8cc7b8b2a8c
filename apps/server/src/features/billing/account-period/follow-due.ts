import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import type { Database, Db, Tx } from '#platform/postgres/database.ts';
import { earliest } from '#platform/postgres/earliest.ts';
import { lockContract, lockContracts } from '../../contract/contract/contract.queries.ts';
import { byGate } from '../../contract/contract/turnstile.ts';
import { catchUp } from './after-money-moved.ts';
import { followDataclouds } from './follow-dataclouds.ts';
import { needsCheck } from './needs-check.ts';

type Following = Pick<Deps, 'db' | 'log' | 'provisioner'>;

/** The most contracts of a transaction: some hundred milliseconds, for which the writers at their gate wait. */
const contractsAtOnce = 100;

/**
 * Derives the account periods that time or a rating has changed since the last check, found by an index, and brings
 * the data clouds along. Contracts are checked in groups. One that fails is tried alone and logged, and holds up no
 * other. Returns the number of contracts.
 */
export async function followDue(deps: Following, now: Date): Promise<number> {
  const due = await dueContracts(deps.db, (columns) => needsCheck(columns, now));
  const followed = new Set<string>();
  for (const gate of byGate(due)) {
    for (let from = 0; from < gate.length; from += contractsAtOnce)
      for (const id of await checkTogether(deps, gate.slice(from, from + contractsAtOnce), now)) followed.add(id);
  }
  for (const id of await dueContracts(deps.db, (columns) => columns('follow_at', '<=', now)))
    if (await succeeds(deps, id, (tx) => followAlone(deps, tx, id, now))) followed.add(id);
  return followed.size;
}

type IsDue = (columns: ExpressionBuilder<Database, 'account_period'>) => Expression<SqlBool>;

async function dueContracts(db: Deps['db'], isDue: IsDue): Promise<string[]> {
  const rows = await db
    .selectFrom('account_period')
    .select('contract_id')
    .where(isDue)
    .orderBy('contract_id')
    .execute();
  return rows.map(({ contract_id }) => contract_id);
}

/** Returns the contracts that were checked. */
async function checkTogether(deps: Following, ids: readonly string[], now: Date): Promise<readonly string[]> {
  try {
    await deps.db.transaction().execute(async (tx) => catchUp({ tx, now }, await lockContracts(tx, ids)));
    return ids;
  } catch (error) {
    deps.log.warn({ contracts: ids.length, err: error }, 'account periods are derived one by one');
  }
  const checked: string[] = [];
  for (const id of ids) {
    const alone = async (tx: Tx) => catchUp({ tx, now }, [await lockContract(tx, id)]);
    if (await succeeds(deps, id, alone)) checked.push(id);
  }
  return checked;
}

async function followAlone({ provisioner }: Following, tx: Tx, id: string, now: Date): Promise<void> {
  const work = { tx, now };
  const contract = await lockContract(tx, id);
  await catchUp(work, [contract]);
  await followDataclouds(work, contract, provisioner);
}

async function succeeds({ db, log }: Following, contractId: string, work: (tx: Tx) => Promise<void>): Promise<boolean> {
  try {
    await db.transaction().execute(work);
    return true;
  } catch (error) {
    log.error({ contractId, err: error }, 'deriving an account period failed');
    return false;
  }
}

/** Derives one contract's account period if anything changed. Its data clouds follow in the next round. */
export async function follow({ db }: Pick<Deps, 'db'>, contractId: string, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => catchUp({ tx, now }, [await lockContract(tx, contractId)]));
}

/** Returns when time alone next changes an account period. */
export function nextCheck(db: Db, after: Date): Promise<Date | undefined> {
  return earliest(db, sql`(select min(look_at) from account_period where look_at > ${after})`);
}
