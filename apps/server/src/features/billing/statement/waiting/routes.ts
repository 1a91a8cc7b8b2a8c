import { waitingMonths } from '@usance/api/waiting-month';
import type { Room } from '../../../../platform/http/calls/verb.ts';
import { listWaiting } from './waiting-month.queries.ts';

export const waitingMonthRoom: Room = (mount) => mount(waitingMonths, { list: listWaiting });
