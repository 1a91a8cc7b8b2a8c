import type { Call, Family } from '@usance/api/call';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../context/context.ts';
import type { Refusal } from '../../../refusal.ts';
import type { FamilySlots } from '../../load/admission.ts';
import type { Arrivals } from '../input/arrived-body.ts';
import type { MountedCall } from '../verb.ts';
import type { Gate } from './access.ts';

/** A listener with its family of calls, its access rule and its slots. */
export interface Side {
  readonly app: FastifyInstance;
  readonly family: Family;
  readonly gate: Gate;
  readonly slots: FamilySlots;
  /** Called for a refusal that the call does not declare: a fault of ours, which fails tests. */
  onUndeclared(call: Call, refusal: Refusal): void;
}

/** A call of one listener, with everything needed to answer it. */
export interface ServedCall extends MountedCall {
  readonly side: Side;
  readonly deps: Deps;
  readonly arrivals: Arrivals;
}
