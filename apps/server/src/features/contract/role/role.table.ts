import type { Role } from '@usance/api/contract/role';

declare module '#platform/postgres/database.ts' {
  interface Database {
    contract_role: { contract_id: string; account_id: string; role: Role; granted_at: Date };
    role_grant_count: { account_id: string; unknown: number; granted: number; counted_to: Date };
    role_told_count: { account_id: string; told: number; counted_to: Date };
  }
}
