declare module '../../../platform/postgres/database.ts' {
  interface Database {
    rated_day: {
      contract_id: string;
      day: string;
      run_no: string;
      rows: string;
      amount: string;
      rated_through: Date;
      rated_at: Date;
    };
    dead_run: { run_no: string; contract_id: string; seen_at: Date };
  }
}

export {};
