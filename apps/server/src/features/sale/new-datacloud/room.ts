import { dataclouds } from '@usance/api/contract/datacloud';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { createOwnDatacloud } from './create-own-datacloud.ts';

const { create } = dataclouds;

/** Only creates data clouds, which depends on the account's state. Reading is in the contract group. */
export const newDatacloudRoom: Room = { calls: mount({ create }, { create: createOwnDatacloud }) };
