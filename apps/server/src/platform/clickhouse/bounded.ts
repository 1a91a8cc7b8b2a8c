import type { Bounds } from './bounds.ts';
import type { ClickHouse } from './client.ts';

/** Returns the same database with bounds on all statements; bounds given to a statement override them. */
export function bounded(clickhouse: ClickHouse, bounds: Partial<Bounds>): ClickHouse {
  return {
    get kind() {
      return clickhouse.kind;
    },
    get url() {
      return clickhouse.url;
    },
    get client() {
      return clickhouse.client;
    },
    query: (sql, params, settings, own) => clickhouse.query(sql, params, settings, { ...bounds, ...own }),
    queryKept: (sql, params, own) => clickhouse.queryKept(sql, params, { ...bounds, ...own }),
    stream: (sql, params, format, own) => clickhouse.stream(sql, params, format, { ...bounds, ...own }),
    insert: (table, rows, options) =>
      clickhouse.insert(table, rows, { ...options, bounds: { ...bounds, ...options?.bounds } }),
    command: (sql, params, settings, own) => clickhouse.command(sql, params, settings, { ...bounds, ...own }),
    ping: (own) => clickhouse.ping({ ...bounds, ...own }),
    whenMoved: (tell) => clickhouse.whenMoved(tell),
    close: () => clickhouse.close(),
  };
}
