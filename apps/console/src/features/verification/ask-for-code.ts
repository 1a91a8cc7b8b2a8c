import { verifications } from '@usance/api/people/verification';
import { call } from '../../api/call.ts';

/** The uses of a code: a new account, a new password, or a telephone. */
export type CodePurpose = 'register' | 'reset' | 'phone';

interface Reply {
  readonly jobID: string;
  readonly message?: string | undefined;
}

/** Sends a code to an e-mail or a telephone. */
export const askForCode: Readonly<Record<CodePurpose, (target: string) => Promise<Reply>>> = {
  register: (email) => call(verifications.sendMail, { params: { email }, query: { purpose: 'register' } }),
  reset: (email) => call(verifications.sendMail, { params: { email }, query: { purpose: 'reset' } }),
  phone: (number) => call(verifications.sendSms, { params: { number } }),
};
