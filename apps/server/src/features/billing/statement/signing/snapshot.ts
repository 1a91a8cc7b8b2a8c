import type { Db, Tx } from '#platform/postgres/database.ts';

/** In one snapshot, or what a month that is signed meanwhile takes would be counted twice or not at all. */
export function inSnapshot<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
