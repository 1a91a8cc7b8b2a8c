import type { Generated } from 'kysely';
import type { OrderKind } from '../provisioner.ts';

declare module '#platform/postgres/database.ts' {
  interface Database {
    datacloud_order: {
      contract_id: string;
      datacloud_id: string;
      number: number;
      id: string;
      kind: OrderKind;
      asked_by: string | null;
      created_at: Date;
      progress: Generated<'open' | 'done' | 'failed' | 'refused' | 'withdrawn'>;
      tries: Generated<number>;
      next_try_at: Date | null;
      failure: Generated<string | null>;
    };
  }
}
