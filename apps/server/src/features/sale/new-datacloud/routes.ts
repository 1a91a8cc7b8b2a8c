import { dataclouds } from '@usance/api/datacloud';
import type { Room } from '../../../platform/http/calls/verb.ts';
import type { AmountByCurrency } from '../../money/cash-hold/two-people.ts';
import type { Provisioner } from '../../party/datacloud/provisioner.ts';
import { createOwnDatacloud } from './create-own-datacloud.ts';

const { create } = dataclouds;

/** Making data clouds, which asks where the account stands; reading them is further back. */
export const newDatacloudRoom =
  (provisioner: Provisioner, held: AmountByCurrency): Room =>
  (mount) =>
    mount({ create }, { create: createOwnDatacloud(provisioner, held) });
