declare module '#platform/postgres/database.ts' {
  interface Database {
    carried_month: { contract_id: string; month: string };
  }
}
