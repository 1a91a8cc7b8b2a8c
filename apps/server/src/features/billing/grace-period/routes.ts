import { gracePeriods } from '@usance/api/grace-period';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { termVerbs } from '../../metering/term/term-verbs.ts';
import { movingMoney } from '../account-period/moving-money.ts';
import { gracePeriodTerms } from './grace-period.ts';

const verbs = termVerbs(gracePeriodTerms);

export const gracePeriodRoom: Room = (mount) =>
  mount(gracePeriods, {
    list: verbs.list,
    create: movingMoney(verbs.create),
    update: movingMoney(verbs.update),
    delete: movingMoney(verbs.delete),
  });
