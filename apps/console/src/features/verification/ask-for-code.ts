import { verifications } from '@usance/api/verification';
import { call } from '../../api/call.ts';

/** Asks for a code to an e-mail, for a new account or for a new password. */
export const askForMailCode = (purpose: 'register' | 'reset') => (email: string) =>
  call(verifications.sendMail, { params: { email }, query: { purpose } });

/** Asks for a code to a telephone. */
export const askForSmsCode = (number: string) => call(verifications.sendSms, { params: { number } });
