import { arrears } from '@usance/api/arrears';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { locked } from '../../party/contract/locked.ts';
import { listArrears } from './arrears.queries.ts';
import { calculateArrears } from './calculate-arrears.ts';

export const arrearsRoom: Room = (mount) => mount(arrears, { calculate: locked(calculateArrears), list: listArrears });
