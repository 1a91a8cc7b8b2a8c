import { createTransport } from 'nodemailer';
import type { Mail } from './mail.ts';

const defaultSender = 'Usance <no-reply@localhost>';

/** Hands each message to the mail server at once; the sender is the address's `from` parameter. */
export function smtpMail(smtpUrl: string): Mail {
  const url = new URL(smtpUrl);
  const from = url.searchParams.get('from') ?? defaultSender;
  url.searchParams.delete('from');
  const transport = createTransport(url.href, { from });
  return {
    send: async ({ to, subject, text }) => {
      // An address object is taken as it is, so that a comma in it cannot add a second recipient.
      await transport.sendMail({ to: { name: '', address: to }, subject, text });
    },
  };
}
