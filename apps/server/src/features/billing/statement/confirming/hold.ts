import { isZero } from '@usance/money/decimal';
import type { Work } from '../../../../platform/context/context.ts';
import { unfreeze } from '../../../money/frozen/freeze.ts';
import type { LockedContract } from '../../../party/contract/contract.queries.ts';
import { holdMore, holdOf, setHeld } from '../../account-period/disputed-holds.ts';
import type { StatementRow } from '../record/statement.queries.ts';

type Moment = Pick<Work, 'tx' | 'now'>;

/** Holds what a disputed statement still asks for, as far as there is free cash; what comes later is held as it comes. */
export function holdFor(work: Moment, contract: LockedContract, statement: StatementRow): Promise<StatementRow> {
  return holdMore(work, contract, statement);
}

/** Lets go of what was held for a statement; the caller takes it out of manual processing afterwards. */
export async function releaseHold(
  work: Moment,
  contract: LockedContract,
  statement: StatementRow,
): Promise<StatementRow> {
  if (isZero(statement.frozen)) return statement;
  await unfreeze(work.tx, contract, holdOf(work, statement, statement.frozen));
  return setHeld(work, statement, '0');
}
