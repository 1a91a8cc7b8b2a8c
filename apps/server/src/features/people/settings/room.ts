import { settings } from '@usance/api/settings';
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
    // A wrong code is counted though it is refused, so they cannot be one transaction that is undone.
    setPassword: new SpanningVerb(setPassword),
    setPhone: new SpanningVerb(setPhone),
  }),
};
