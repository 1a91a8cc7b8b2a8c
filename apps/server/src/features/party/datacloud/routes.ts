import { dataclouds } from '@usance/api/datacloud';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { createOwnDatacloud } from './create-own-datacloud.ts';
import { datacloudExists, listDataclouds } from './datacloud.queries.ts';

export const datacloudRoom: Room = (mount) =>
  mount(dataclouds, { list: listDataclouds, create: createOwnDatacloud, exists: datacloudExists });
