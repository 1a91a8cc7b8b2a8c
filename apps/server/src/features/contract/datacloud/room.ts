import { cloudProvider } from '@usance/api/cloud';
import { datacloudId, datacloudName, dataclouds } from '@usance/api/contract/datacloud';
import { line, webAddress } from '#platform/house/archived-text.ts';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { datacloudExists, listDataclouds } from './datacloud.queries.ts';
import { deleteDatacloud } from './delete-datacloud.ts';
import { pauseEnded } from './pause-ended.ts';
import { verifyFormerContracts } from './verify-former-contracts.ts';

const { list, exists, delete: remove } = dataclouds;

/** Reads and deletes data clouds. A later room creates them for customers, where the account's state is known. */
export const datacloudRoom: Room = {
  calls: mount(
    { list, exists, delete: remove },
    { list: listDataclouds, exists: datacloudExists, delete: deleteDatacloud },
  ),
  rounds: [{ name: 'datacloud.pause-ended', cron: '13 * * * *', run: (deps, { now }) => pauseEnded(deps, now) }],
  tables: {
    datacloud: {
      travels: {
        by: ['id'],
        tells: {
          id: datacloudId,
          name: datacloudName,
          cloud: cloudProvider,
          region: line(64),
          region_id: line(64),
          region_url: webAddress,
        },
      },
    },
    datacloud_former_contract: { travels: { by: ['datacloud_id'], tells: { datacloud_id: datacloudId } } },
  },
  checks: [{ name: 'each data cloud belongs to one contract at a time', look: ({ db }) => verifyFormerContracts(db) }],
};
