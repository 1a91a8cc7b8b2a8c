import type { Datacloud } from '@usance/api/datacloud';
import type { DatacloudEvent } from './datacloud-state.ts';

/** Who makes the environment behind a data cloud. */
export interface Provisioner {
  /**
   * Begins to make it and answers what is known at once: an outcome, or 'accepted' when a later callback tells. It runs
   * inside the creating transaction, so an implementation that needs a network only leaves its order there.
   */
  create(
    datacloud: Pick<Datacloud, 'id' | 'name' | 'regionURL' | 'edition'>,
  ): Promise<Extract<DatacloudEvent, 'provisioned' | 'failed'> | 'accepted'>;
}

/** There is nothing to make in an installation of its own: it completes at once. */
export const builtInProvisioner: Provisioner = { create: async () => 'provisioned' };
