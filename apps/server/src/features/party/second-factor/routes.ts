import { secondFactor } from '@usance/api/second-factor';
import type { Room } from '../../../platform/http/calls/verb.ts';
import type { SealingKey } from '../second-factor-record/sealing-key.ts';
import { beginSecondFactor } from './begin-second-factor.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { getSecondFactor } from './get-second-factor.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { takeOff, turnOff } from './turn-off.ts';

export const secondFactorRoom =
  (key: SealingKey): Room =>
  (mount) =>
    mount(secondFactor, {
      get: getSecondFactor,
      begin: (ctx) => beginSecondFactor(ctx, key),
      confirm: (ctx, { body }) => confirmSecondFactor(ctx, body, key),
      renewRecoveryCodes,
      turnOff,
      takeOff,
    });
