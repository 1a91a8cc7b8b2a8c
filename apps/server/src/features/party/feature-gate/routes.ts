import { featureGates } from '@usance/api/feature-gate';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { addGate, deleteGates } from './change-gates.ts';
import { featuresOf, listFeatureGates } from './feature-gate.queries.ts';

export const featureGateRoom: Room = (mount) =>
  mount(featureGates, { create: addGate, delete: deleteGates, listAll: listFeatureGates, list: featuresOf });
