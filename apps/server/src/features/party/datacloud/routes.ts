import { dataclouds } from '@usance/api/datacloud';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { datacloudExists, listDataclouds } from './datacloud.queries.ts';
import { deleteDatacloud } from './delete-datacloud.ts';
import type { Provisioner } from './provisioner.ts';

const { list, exists, delete: remove } = dataclouds;

/** Reading data clouds and deleting them; customers make them in a room further on, where it is known how their account stands. */
export const datacloudRoom =
  (provisioner: Provisioner): Room =>
  (mount) =>
    mount(
      { list, exists, delete: remove },
      { list: listDataclouds, exists: datacloudExists, delete: deleteDatacloud(provisioner) },
    );
