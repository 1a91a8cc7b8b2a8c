import type { NotificationKind } from '@usance/api/contract/notification';
import type { GeneratedAlways, JSONColumnType } from 'kysely';
import type { Language } from '#platform/context/language.ts';

declare module '#platform/postgres/database.ts' {
  interface Database {
    notification: {
      contract_id: string;
      no: GeneratedAlways<string>;
      id: string;
      kind: NotificationKind;
      arguments: JSONColumnType<object, string, never>;
      dedupe_key: string;
      mailed: number;
      created_at: Date;
    };
    notification_read: { contract_id: string; account_id: string; no: string; read_at: Date };
    notification_preference: { account_id: string; kind: NotificationKind; mail: boolean };
    notification_reader: { account_id: string; language: Language };
  }
}
