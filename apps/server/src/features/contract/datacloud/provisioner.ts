import type { Work } from '#platform/context/context.ts';
import type { DatacloudRow } from './datacloud.ts';
import type { Outcome } from './datacloud-state.ts';

declare module '#platform/context/context.ts' {
  interface Fittings {
    /** The provisioner of data clouds; the built-in one if none is configured. */
    readonly provisioner: Provisioner;
  }
}

/** The orders that a provisioner takes. */
export type OrderKind = 'create' | 'pause' | 'resume' | 'delete';

/** Creates and deletes the environment of a data cloud. */
export interface Provisioner {
  /** True if it acts in the name of a person, who must have authorized the platform. */
  readonly actsForPeople: boolean;
  /**
   * Begins an order and returns its outcome, or 'accepted' if that is reported later. It runs in the transaction of
   * the request, which has locked the data cloud's row, so a provisioner that needs the network only writes to an
   * outbox.
   */
  order(work: Pick<Work, 'tx' | 'now'>, datacloud: DatacloudRow, wanted: WantedOrder): Promise<Outcome | 'accepted'>;
  /** Returns the kind of the last open order of each data cloud that has one. */
  underWay(work: Pick<Work, 'tx'>, contractId: string): Promise<ReadonlyMap<string, OrderKind>>;
}

export interface WantedOrder {
  readonly kind: OrderKind;
  /** The account in whose name it acts; undefined if the contract's state causes the order. */
  readonly askedBy?: string | undefined;
}

const outcomes: Readonly<Record<OrderKind, Outcome>> = {
  create: 'provisioned',
  pause: 'paused',
  resume: 'resumed',
  delete: 'deleted',
};

/** Returns the event of a successful order. */
export const outcomeOfOrder = (kind: OrderKind): Outcome => outcomes[kind];

/** Completes every order at once: there is no environment to create. */
export const builtInProvisioner: Provisioner = {
  actsForPeople: false,
  order: async (_work, _datacloud, { kind }) => outcomeOfOrder(kind),
  underWay: async () => new Map(),
};
