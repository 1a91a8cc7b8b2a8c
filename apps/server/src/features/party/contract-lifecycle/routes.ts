import { contractLifecycles } from '@usance/api/contract-lifecycle';
import type { Room } from '../../../platform/http/calls/verb.ts';
import type { Provisioner } from '../datacloud/provisioner.ts';
import { listLifecycles } from './contract-lifecycle.queries.ts';
import { createLifecycle } from './create-lifecycle.ts';
import { updateLifecycle } from './update-lifecycle.ts';

export const contractLifecycleRoom =
  (provisioner: Provisioner): Room =>
  (mount) =>
    mount(contractLifecycles, { create: createLifecycle(provisioner), list: listLifecycles, update: updateLifecycle });
