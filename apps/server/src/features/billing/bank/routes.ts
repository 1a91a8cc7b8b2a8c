import { bank } from '@usance/api/bank';
import type { Work } from '../../../platform/context/context.ts';
import type { Input, Room } from '../../../platform/http/calls/verb.ts';
import type { AmountByCurrency } from '../../money/cash-hold/two-people.ts';
import type { OnLocked } from '../../party/contract/locked.ts';
import { movingMoney } from '../account-period/moving-money.ts';
import { bankBalance, bankSummary, listBankMovements } from './bank.queries.ts';
import { recordBankTransaction } from './record-bank-transaction.ts';

type Recording = OnLocked<Pick<Work, 'tx' | 'now'>>;

export const bankRoom =
  (twoPeopleAbove: AmountByCurrency): Room =>
  (mount) =>
    mount(bank, {
      balance: bankBalance,
      summary: bankSummary,
      details: listBankMovements,
      transactions: listBankMovements,
      record: movingMoney((ctx: Recording, input: Input<typeof bank.record>) =>
        recordBankTransaction(ctx, input, twoPeopleAbove),
      ),
    });
