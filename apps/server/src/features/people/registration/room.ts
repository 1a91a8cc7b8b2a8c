import { registrations } from '@usance/api/people/registration';
import type { Room } from '#platform/house/room.ts';
import { mount, SpanningVerb } from '#platform/http/calls/verb.ts';
import { register } from './register.ts';

export const registrationRoom: Room = {
  calls: mount(registrations, {
    // A refused code must still be counted, so it spans several transactions.
    register: new SpanningVerb(register),
  }),
};
