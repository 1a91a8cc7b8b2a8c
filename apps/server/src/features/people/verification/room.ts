import { verifications } from '@usance/api/people/verification';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { forgetCodes } from './forget-codes.ts';
import { sendMailCode, sendSmsCode } from './send-code.ts';
import { getAuthJob } from './verification.queries.ts';

export const verificationRoom: Room = {
  calls: mount(verifications, {
    sendMail: sendMailCode,
    sendSms: sendSmsCode,
    get: getAuthJob,
  }),
  rounds: [{ name: 'verification.forget-codes', cron: '37 * * * *', run: (deps, { now }) => forgetCodes(deps, now) }],
  tables: {
    auth_job: {},
  },
};
