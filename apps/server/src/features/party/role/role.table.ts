import type { Role } from '@usance/api/role';

declare module '../../../platform/postgres/database.ts' {
  interface Database {
    contract_role: { contract_id: string; account_id: string; role: Role; granted_at: Date };
  }
}
