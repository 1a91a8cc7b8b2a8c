declare module '../../../platform/postgres/database.ts' {
  interface Database {
    rating_terms: { kind: 'prices' | 'words'; changed_run: string };
  }
}

export {};
