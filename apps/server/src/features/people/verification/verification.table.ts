import type { Generated } from 'kysely';
import type { Channel } from '#platform/message/message.ts';
import type { Purpose } from './purpose.ts';

declare module '#platform/postgres/database.ts' {
  interface Database {
    auth_job: {
      id: string;
      channel: Channel;
      target: string;
      purpose: Purpose;
      account_id: string | null;
      network: string;
      counted_as: string;
      code_hash: string | null;
      token_hash: Generated<string | null>;
      token_salt: Generated<string | null>;
      wrong_tries: Generated<number>;
      sent_at: Date;
      expires_at: Date;
      proved_at: Generated<Date | null>;
      used_at: Generated<Date | null>;
    };
  }
}
