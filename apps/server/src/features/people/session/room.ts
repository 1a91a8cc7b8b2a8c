import { sessions } from '@usance/api/people/session';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { endOwnOthers } from './end-own-others.ts';
import { endOwnSession } from './end-own-session.ts';
import { listSessions } from './session.queries.ts';

export const sessionRoom: Room = {
  calls: mount(sessions, { list: listSessions, end: endOwnSession, endOthers: endOwnOthers }),
};
