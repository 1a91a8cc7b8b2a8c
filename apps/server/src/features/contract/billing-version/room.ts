import { billingVersions, contractBillingVersionId } from '@usance/api/contract/billing-version';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { announceUpgrades } from './announce-upgrades.ts';
import { listAllBillingVersions, listBillingVersions, upgradeNotification } from './billing-version.queries.ts';
import { upgradeContract } from './upgrade-contract.ts';

export const billingVersionRoom: Room = {
  calls: mount(billingVersions, {
    create: upgradeContract,
    list: listBillingVersions,
    upgradeNotification,
    listAll: listAllBillingVersions,
  }),
  rounds: [
    { name: 'billing-version.tell-upgrades', cron: '23 * * * *', run: (deps, { now }) => announceUpgrades(deps, now) },
  ],
  tables: {
    contract_billing_version: { travels: { by: ['id'], tells: { id: contractBillingVersionId } } },
  },
};
