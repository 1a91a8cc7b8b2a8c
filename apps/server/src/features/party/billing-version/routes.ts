import { billingVersions } from '@usance/api/billing-version';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { locked } from '../contract/locked.ts';
import { listAllBillingVersions, listBillingVersions, upgradeNotification } from './billing-version.queries.ts';
import { upgradeContract } from './upgrade-contract.ts';

export const billingVersionRoom: Room = (mount) =>
  mount(billingVersions, {
    create: locked(upgradeContract),
    list: listBillingVersions,
    upgradeNotification,
    listAll: listAllBillingVersions,
  });
