declare module '../../../platform/postgres/database.ts' {
  interface Database {
    installation: { id: boolean; epoch: string; begun_at: Date };
  }
}

export {};
