import type { Generated, GeneratedAlways } from 'kysely';
import type { Channel } from './message.ts';

declare module '../postgres/database.ts' {
  interface Database {
    message_outbox: {
      id: GeneratedAlways<string>;
      at: Date;
      recipient: string;
      subject: string;
      body: string;
      channel: Channel;
      about: Generated<string | null>;
      tries: Generated<number>;
      next_try_at: Date | null;
      failure: Generated<string | null>;
    };
  }
}
