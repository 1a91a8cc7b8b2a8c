import { apps } from '@usance/api/app';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { listApps, listGrantedApps } from './app.queries.ts';
import { grantApp, revokeApp } from './grant-app.ts';

export const appRoom: Room = (mount) =>
  mount(apps, { list: listApps, listGranted: listGrantedApps, grant: grantApp, revoke: revokeApp });
