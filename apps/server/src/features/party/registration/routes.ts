import { registrations } from '@usance/api/registration';
import { type Room, SpanningVerb } from '../../../platform/http/calls/verb.ts';
import { register } from './register.ts';

export const registrationRoom: Room = (mount) =>
  mount(registrations, {
    // A wrong code is counted though it is refused, so it cannot be one transaction that is undone.
    register: new SpanningVerb(register),
  });
