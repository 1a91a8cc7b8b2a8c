import type { Deps } from '../context/context.ts';
import type { Mail } from './mail.ts';
import { outboxMail } from './outbox-mail.ts';
import { smtpMail } from './smtp-mail.ts';

/** Over SMTP at `smtpUrl` (smtp:// or smtps://, `?from=` names the sender); without one, into the outbox table. */
export function openMail(smtpUrl: string | undefined, deps: Pick<Deps, 'db' | 'clock' | 'log'>): Mail {
  return smtpUrl === undefined ? outboxMail(deps) : smtpMail(smtpUrl);
}
