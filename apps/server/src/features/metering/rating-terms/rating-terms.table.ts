import type { Reach } from './reach.ts';

declare module '#platform/postgres/database.ts' {
  interface Database {
    rating_terms: { reach: Reach; changed_run: string };
  }
}
