import { sessions } from '@usance/api/session';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { endOwnSession } from './end-own-session.ts';
import { listSessions } from './session.queries.ts';

export const sessionRoom: Room = (mount) => mount(sessions, { list: listSessions, end: endOwnSession });
