import { apps } from '@usance/api/people/app';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { listApps, listGrantedApps } from './app.queries.ts';
import { grantApp, revokeApp } from './grant-app.ts';

export const appRoom: Room = {
  calls: mount(apps, { list: listApps, listGranted: listGrantedApps, grant: grantApp, revoke: revokeApp }),
  tables: {
    app_grant: {},
  },
};
