import { focus } from '@usance/api/focus';
import { type Room, SpanningVerb } from '../../../platform/http/calls/verb.ts';
import type { SealingKey } from '../../party/second-factor-record/sealing-key.ts';
import { importFocus } from './import-focus.ts';

/** The key encrypts the private key of the contract that a file becomes. */
export const focusRoom =
  (key: SealingKey): Room =>
  (mount) =>
    mount(focus, {
      // Usage that is metered stays metered, and rating runs outside of any transaction.
      import: new SpanningVerb((ctx, input) => importFocus(ctx, input, key)),
    });
