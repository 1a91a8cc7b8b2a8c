import { notifications } from '@usance/api/contract/notification';
import { ofPeople } from '#platform/house/archived-text.ts';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { listNotifications, listPreferences } from './notification.queries.ts';
import { preferMail } from './prefer-mail.ts';
import { readNotifications } from './read-notifications.ts';

export const notificationRoom: Room = {
  calls: mount(notifications, {
    list: listNotifications,
    read: readNotifications,
    preferences: listPreferences,
    prefer: preferMail,
  }),
  tables: {
    notification: { stays: ofPeople },
    notification_read: { stays: ofPeople },
    notification_preference: {},
    notification_reader: {},
  },
  sequences: { notification_no_seq: [['notification', 'no']] },
};
