import type { Deps, Work } from '#platform/context/context.ts';
import { auditOwnAct } from '#platform/http/calls/audit/audit-own-act.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { type LockedContract, lockContract } from '../../contract/contract/contract.queries.ts';
import { endedStates } from '../../contract/datacloud/datacloud-state.ts';
import { endHold } from '../../money/cash-hold/end-hold.ts';
import { moving } from '../account-period/moving-money.ts';
import { deductDue } from '../statement/settling/deduct-due.ts';

type Moment = Pick<Work, 'tx' | 'now'>;

/**
 * Releases the holds of data clouds that were deleted, failed or moved to another contract. A failure is logged and
 * holds up no other contract. Returns the number of contracts.
 */
export async function releaseEnded({ db, log }: Pick<Deps, 'db' | 'log'>, now: Date): Promise<number> {
  const due = await endedHolds(db).select('contract_id').distinct().orderBy('contract_id').execute();
  let released = 0;
  for (const { contract_id: contractId } of due) {
    try {
      await db.transaction().execute(async (tx) => {
        await moving({ tx, now }, await lockContract(tx, contractId), async (contract) => {
          await releaseEndedOf({ tx, now }, contract);
          await deductDue({ tx, now }, contract);
        });
        await auditOwnAct({ tx, now }, { act: 'frozen.release-ended', contractId, of: contractId });
      });
      released += 1;
    } catch (error) {
      log.error({ contractId, err: error }, 'releasing a hold of a data cloud failed');
    }
  }
  return released;
}

/** Does the same for one contract. */
export async function releaseEndedOf(work: Moment, contract: LockedContract): Promise<void> {
  const ended = await endedHolds(work.tx).selectAll().where('contract_id', '=', contract.id).orderBy('id').execute();
  for (const hold of ended) await endHold(work, contract, hold, { state: 'released' });
}

/** Selects open holds of data clouds that the contract no longer has. */
function endedHolds(db: DbOrTx) {
  return db
    .selectFrom('cash_hold')
    .where('state', '=', 'open')
    .where('cause', '=', 'preAuthorization')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('datacloud')
            .select('datacloud.id')
            .whereRef('datacloud.contract_id', '=', 'cash_hold.contract_id')
            .whereRef('datacloud.id', '=', 'cash_hold.datacloud_id')
            .where('datacloud.state', 'not in', endedStates),
        ),
      ),
    );
}
