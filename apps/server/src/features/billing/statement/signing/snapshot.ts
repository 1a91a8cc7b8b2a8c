import type { Db, Tx } from '#platform/postgres/database.ts';

/** Reads in one snapshot, or a month signed meanwhile would count twice or not at all. */
export function inSnapshot<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
