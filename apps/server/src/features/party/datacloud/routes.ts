import { dataclouds } from '@usance/api/datacloud';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { datacloudExists, listDataclouds } from './datacloud.queries.ts';

const { list, exists } = dataclouds;

/** Reading data clouds; customers make them in a room further on, where it is known how their account stands. */
export const datacloudRoom: Room = (mount) =>
  mount({ list, exists }, { list: listDataclouds, exists: datacloudExists });
