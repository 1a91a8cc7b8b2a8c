import { registrations } from '@usance/api/registration';
import type { Room } from '#platform/house/room.ts';
import { mount, SpanningVerb } from '#platform/http/calls/verb.ts';
import { register } from './register.ts';

export const registrationRoom: Room = {
  calls: mount(registrations, {
    // A wrong code is counted though it is refused, so it cannot be one transaction that is undone.
    register: new SpanningVerb(register),
  }),
};
