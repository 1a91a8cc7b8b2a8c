import type { Work } from '#platform/context/context.ts';
import type { DatacloudRow } from './datacloud.ts';
import type { Outcome } from './datacloud-state.ts';

declare module '#platform/context/context.ts' {
  interface Fittings {
    /** Who makes what stands behind data clouds; nobody has to where nothing is said. */
    readonly provisioner: Provisioner;
  }
}

/** What can be asked of whoever makes the environment behind a data cloud. */
export type OrderKind = 'create' | 'pause' | 'resume' | 'delete';

/** Who makes the environment behind a data cloud, and takes it away. */
export interface Provisioner {
  /** Whether it makes and deletes in the name of whoever asks, who has to have authorized the platform for that. */
  readonly actsForPeople: boolean;
  /**
   * Begins to do it and answers what is known at once: an outcome, or 'accepted' when it is told later. It runs inside the
   * transaction of what was asked, which holds the data cloud's row; one that needs a network only leaves its order there.
   */
  order(work: Pick<Work, 'tx' | 'now'>, datacloud: DatacloudRow, wanted: WantedOrder): Promise<Outcome | 'accepted'>;
  /** The kind of the last order that is still to end, of each of these data clouds that has one. */
  underWay(work: Pick<Work, 'tx'>, contractId: string): Promise<ReadonlyMap<string, OrderKind>>;
}

export interface WantedOrder {
  readonly kind: OrderKind;
  /** The account in whose name; none where it comes of how the contract stands. */
  readonly askedBy?: string | undefined;
}

const outcomes: Readonly<Record<OrderKind, Outcome>> = {
  create: 'provisioned',
  pause: 'paused',
  resume: 'resumed',
  delete: 'deleted',
};

/** How an order of a kind ends when it goes well. */
export const outcomeOfOrder = (kind: OrderKind): Outcome => outcomes[kind];

/** There is nothing to make in an installation of its own: it completes at once. */
export const builtInProvisioner: Provisioner = {
  actsForPeople: false,
  order: async (_work, _datacloud, { kind }) => outcomeOfOrder(kind),
  underWay: async () => new Map(),
};
