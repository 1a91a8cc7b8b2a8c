import { featureGates } from '@usance/api/contract/feature-gate';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { addGate, deleteGates } from './change-gates.ts';
import { featuresOf, listFeatureGates } from './feature-gate.queries.ts';

export const featureGateRoom: Room = {
  calls: mount(featureGates, { create: addGate, delete: deleteGates, listAll: listFeatureGates, list: featuresOf }),
  tables: {
    feature_gate: { stays: 'is which features are tried out in this installation' },
  },
};
