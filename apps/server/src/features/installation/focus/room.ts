import { focus } from '@usance/api/installation/focus';
import type { Room } from '#platform/house/room.ts';
import { mount, SpanningVerb } from '#platform/http/calls/verb.ts';
import { importFocus } from './import-focus.ts';

export const focusRoom: Room = {
  calls: mount(focus, {
    // Ingested usage stays, and rating runs outside of any transaction.
    import: new SpanningVerb(importFocus),
  }),
};
