declare module '#platform/postgres/database.ts' {
  interface Database {
    datacloud_tag: {
      contract_id: string;
      datacloud_id: string;
      key: string;
      from_hour: Date;
      value: string | null;
      changed_at: Date;
    };
  }
}
