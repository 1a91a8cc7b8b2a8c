import { clocks } from '@usance/api/clock';
import { type Room, SpanningVerb } from '../../../platform/http/calls/verb.ts';
import type { Calendar } from './go-on.ts';
import { getClock, moveClock } from './move-clock.ts';

export const testClockRoom =
  (calendar: Calendar): Room =>
  (mount) =>
    mount(clocks, {
      get: (ctx) => getClock(ctx, calendar.clock),
      move: new SpanningVerb((ctx, input) => moveClock(ctx, input, calendar)),
    });
