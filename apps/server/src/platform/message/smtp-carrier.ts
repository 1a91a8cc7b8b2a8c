import { createTransport } from 'nodemailer';
import type { Carrier } from './message.ts';

const defaultSender = 'Usance <no-reply@localhost>';
// A mail server that hangs must not hold up the waiting messages for long.
const patienceMs = 10_000;
// A slow one must not either: the sender's claim on a message lasts only a minute.
const usualWholeMs = 20_000;

/**
 * Sends by SMTP to `smtpUrl` (smtp:// or smtps://); the sender is the URL's `from` parameter. Gives up a message that
 * is not accepted within `wholeMs`.
 */
export function smtpCarrier(smtpUrl: string, { wholeMs = usualWholeMs } = {}): Carrier {
  const url = new URL(smtpUrl);
  const from = url.searchParams.get('from') ?? defaultSender;
  url.searchParams.delete('from');
  const transport = createTransport(
    { url: url.href, connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs },
    { from },
  );
  return {
    send: async ({ to, subject, text }) => {
      // An address object is taken as it is, so that a comma in it cannot add a second recipient.
      const signal = AbortSignal.timeout(wholeMs);
      await transport.sendMail({ to: { name: '', address: to }, subject, text, signal });
    },
  };
}
