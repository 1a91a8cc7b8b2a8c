import { settings } from '@usance/api/people/settings';
import type { Room } from '#platform/house/room.ts';
import { mount, SpanningVerb } from '#platform/http/calls/verb.ts';
import { getSettings } from './get-settings.ts';
import { setPassword } from './set-password.ts';
import { setPhone } from './set-phone.ts';
import { updateSettings } from './update-settings.ts';

export const settingsRoom: Room = {
  calls: mount(settings, {
    get: getSettings,
    update: updateSettings,
    // A refused code must still be counted, so these span several transactions.
    setPassword: new SpanningVerb(setPassword),
    setPhone: new SpanningVerb(setPhone),
  }),
};
