import { dataclouds } from '@usance/api/datacloud';
import type { Room } from '../../../platform/house/room.ts';
import { mount } from '../../../platform/http/calls/verb.ts';
import { datacloudExists, listDataclouds } from './datacloud.queries.ts';
import { deleteDatacloud } from './delete-datacloud.ts';
import { pauseEnded } from './pause-ended.ts';

const { list, exists, delete: remove } = dataclouds;

/** Reading data clouds and deleting them; customers make them in a room further on, where it is known how their account stands. */
export const datacloudRoom: Room = {
  calls: mount(
    { list, exists, delete: remove },
    { list: listDataclouds, exists: datacloudExists, delete: deleteDatacloud },
  ),
  rounds: [{ name: 'datacloud.pause-ended', cron: '13 * * * *', run: (deps, { now }) => pauseEnded(deps, now) }],
};
