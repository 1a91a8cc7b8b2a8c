import { verifications } from '@usance/api/verification';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { sendMailCode, sendSmsCode } from './send-code.ts';
import { getAuthJob } from './verification.queries.ts';

export const verificationRoom: Room = (mount) =>
  mount(verifications, { sendMail: sendMailCode, sendSms: sendSmsCode, get: getAuthJob });
