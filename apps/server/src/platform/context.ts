import type { Subject } from './auth/subject.ts';
import type { ClickHouse } from './clickhouse/client.ts';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import type { Db, Tx } from './postgres/database.ts';

/** What every verb may use; the process makes it once. */
export interface Deps {
  readonly db: Db;
  readonly clickhouse: ClickHouse;
  readonly clock: Clock;
  readonly log: Log;
}

/** What a read gets: the subject has passed the call's access rule already. */
export interface ReadContext extends Deps {
  readonly subject: Subject;
  readonly requestId: string;
}

/** What a write gets: everything it does in `tx` happens together with its audit row and stored reply, or not at all. */
export interface WriteContext extends ReadContext {
  readonly tx: Tx;
}
