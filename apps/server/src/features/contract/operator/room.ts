import { operators } from '@usance/api/contract/operator';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { assume } from './assume.ts';
import { dismissOperator, nameOperator } from './name-operator.ts';
import { listOperators } from './operator.queries.ts';

export const operatorRoom: Room = {
  calls: mount(operators, { assume, list: listOperators, name: nameOperator, dismiss: dismissOperator }),
  tables: {
    operator: {},
  },
};
