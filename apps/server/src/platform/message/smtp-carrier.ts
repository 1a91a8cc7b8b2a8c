import { createTransport } from 'nodemailer';
import type { Carrier } from './message.ts';

const defaultSender = 'Usance <no-reply@localhost>';
// A server that stands still must not keep those that wait behind for long.
const patienceMs = 10_000;
// Nor one that says something now and then: whoever sends a message has it to themselves for a minute only.
const usualWholeMs = 20_000;

/**
 * Over SMTP at `smtpUrl` (smtp:// or smtps://); the sender is the address's `from` parameter. A message that is not taken
 * within `wholeMs` is left.
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
