import { webVitals } from '@usance/api/web-vitals';
import type { Room } from '#platform/house/room.ts';
import { mount, SpanningVerb } from '#platform/http/calls/verb.ts';

export const webVitalsRoom: Room = {
  calls: mount(webVitals, {
    tell: new SpanningVerb(async ({ process: { metrics } }, { body }) => {
      for (const vital of body.vitals) metrics.pageShown(vital);
    }),
  }),
};
