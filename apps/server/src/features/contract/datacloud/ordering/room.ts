import { dataclouds } from '@usance/api/contract/datacloud';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { reportEvent } from './report-event.ts';

const { reportEvent: report } = dataclouds;

/** The call by which the regions' controllers report. */
export const datacloudOrderRoom: Room = {
  calls: mount({ reportEvent: report }, { reportEvent }),
  tables: {
    datacloud_order: { stays: 'is what this installation’s controllers are asked; it is to be done before' },
  },
};
