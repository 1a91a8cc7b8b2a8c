import { secondFactor } from '@usance/api/people/second-factor';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { sealedSecrets } from '../second-factor-record/sealed-secrets.ts';
import { beginSecondFactor } from './begin-second-factor.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { getSecondFactor } from './get-second-factor.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { takeOff, turnOff } from './turn-off.ts';

export const secondFactorRoom: Room = {
  calls: mount(secondFactor, {
    get: getSecondFactor,
    begin: beginSecondFactor,
    confirm: (ctx, { body }) => confirmSecondFactor(ctx, body),
    renewRecoveryCodes,
    turnOff,
    takeOff,
  }),
  tables: {
    second_factor: {},
    recovery_code: {},
  },
  seals: { secondFactors: sealedSecrets },
};
