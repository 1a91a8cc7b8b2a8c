import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import type { Db } from '#platform/postgres/database.ts';

const inside = new AsyncLocalStorage<true>();

/**
 * A database that throws if it is used inside one of its transactions instead of `tx`. Types cannot prevent that, and
 * enough such calls deadlock: every connection is held by a transaction that waits for another connection.
 */
export function refusingAround(db: Db): Db {
  return new Proxy(db, {
    get(target, name) {
      if (inside.getStore()) throw new Error(`db.${String(name)} was used inside a transaction: use tx`);
      if (name === 'transaction') return () => tracked(target.transaction());
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/**
 * A usage database that throws if it is used inside a transaction, because others would wait for that transaction's
 * locks.
 */
export function refusingInside(clickhouse: ClickHouse): ClickHouse {
  return new Proxy(clickhouse, {
    get(target, name) {
      if (inside.getStore()) throw new Error(`The usage database's ${String(name)} was used inside a transaction`);
      return Reflect.get(target, name, target);
    },
  });
}

/** Wraps a transaction builder so that its work is known to run inside a transaction. */
function tracked<Builder extends ReturnType<Db['transaction']>>(builder: Builder): Builder {
  return new Proxy(builder, {
    get(target, name) {
      if (name === 'execute')
        return <T>(work: Parameters<Builder['execute']>[0]) =>
          target.execute((tx) => inside.run(true, () => work(tx))) as Promise<T>;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (...args: unknown[]) => tracked(value.apply(target, args)) : value;
    },
  });
}
