import { arrears } from '@usance/api/billing/arrears';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { listArrears } from './arrears.queries.ts';
import { calculateArrears } from './calculate-arrears.ts';

export const arrearsRoom: Room = { calls: mount(arrears, { calculate: calculateArrears, list: listArrears }) };
