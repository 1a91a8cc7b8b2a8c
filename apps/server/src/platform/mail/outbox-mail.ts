import type { GeneratedAlways } from 'kysely';
import type { Deps } from '../context/context.ts';
import type { Mail } from './mail.ts';

declare module '../postgres/database.ts' {
  interface Database {
    mail_outbox: { id: GeneratedAlways<string>; at: Date; recipient: string; subject: string; body: string };
  }
}

/** Keeps each message in the database and prints it, so that an installation without a mail server can be used. */
export function outboxMail({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Mail {
  return {
    send: async ({ to, subject, text }) => {
      await db.insertInto('mail_outbox').values({ at: clock.now(), recipient: to, subject, body: text }).execute();
      log.info({ to, subject, text }, 'no SMTP_URL is set: this message was kept in mail_outbox');
    },
  };
}
