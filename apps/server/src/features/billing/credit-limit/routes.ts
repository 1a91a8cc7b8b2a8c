import { creditLimits } from '@usance/api/credit-limit';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { termVerbs } from '../../metering/term/term-verbs.ts';
import { movingMoney } from '../account-period/moving-money.ts';
import { creditLimitTerms } from './credit-limit.ts';

const verbs = termVerbs(creditLimitTerms);

export const creditLimitRoom: Room = (mount) =>
  mount(creditLimits, {
    list: verbs.list,
    create: movingMoney(verbs.create),
    update: movingMoney(verbs.update),
    delete: movingMoney(verbs.delete),
  });
