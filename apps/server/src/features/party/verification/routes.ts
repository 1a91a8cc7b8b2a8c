import { verifications } from '@usance/api/verification';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { sendMailCode, sendSmsCode } from './send-code.ts';
import { getAuthJob } from './verification.queries.ts';

/** `skipsPhones` where who registers can have no telephone verified. */
export const verificationRoom =
  (skipsPhones: boolean): Room =>
  (mount) =>
    mount(verifications, {
      sendMail: (ctx, input) => sendMailCode(ctx, input, skipsPhones),
      sendSms: sendSmsCode,
      get: getAuthJob,
    });
