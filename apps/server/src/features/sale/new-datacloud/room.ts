import { dataclouds } from '@usance/api/datacloud';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { createOwnDatacloud } from './create-own-datacloud.ts';

const { create } = dataclouds;

/** Making data clouds, which asks where the account stands; reading them is further back. */
export const newDatacloudRoom: Room = { calls: mount({ create }, { create: createOwnDatacloud }) };
