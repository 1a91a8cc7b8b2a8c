import { calendars } from '@usance/api/calendar';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { acceptTime } from './accept-time.ts';

export const calendarRoom: Room = (mount) => mount(calendars, { acceptTime });
