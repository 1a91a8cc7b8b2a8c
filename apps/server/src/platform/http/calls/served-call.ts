import type { Call, Family } from '@usance/api/call';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../context/context.ts';
import type { Refusal } from '../../refusal.ts';
import type { FamilySlots } from '../load/admission.ts';
import type { Gate } from './access.ts';
import type { Arrivals } from './arrived-body.ts';
import type { MountedCall } from './verb.ts';

/** Where calls are served from: a listener, the family it serves, who may enter, and how many at once. */
export interface Side {
  readonly app: FastifyInstance;
  readonly family: Family;
  readonly gate: Gate;
  readonly slots: FamilySlots;
  /** Told of a refusal that the call does not declare: a fault of ours, which tests make loud. */
  onUndeclared(call: Call, refusal: Refusal): void;
}

/** A call of one listener, and what it is answered with. */
export interface ServedCall extends MountedCall {
  readonly side: Side;
  readonly deps: Deps;
  readonly arrivals: Arrivals;
}
