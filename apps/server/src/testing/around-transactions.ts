import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import type { Db } from '#platform/postgres/database.ts';

const inside = new AsyncLocalStorage<true>();

/**
 * A database that fails whoever uses it inside one of its transactions: there is `tx` for that. Types cannot see a
 * database that a function has kept from outside; with enough such readers at once every connection is held by one that
 * waits for another.
 */
export function refusingAround(db: Db): Db {
  return new Proxy(db, {
    get(target, name) {
      if (inside.getStore()) throw new Error(`Inside a transaction there is only tx, and db.${String(name)} was used`);
      if (name === 'transaction') return () => told(target.transaction());
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** A usage database that fails whoever asks it inside a transaction: others would wait for it with what that one holds. */
export function refusingInside(clickhouse: ClickHouse): ClickHouse {
  return new Proxy(clickhouse, {
    get(target, name) {
      if (inside.getStore())
        throw new Error(`Inside a transaction nobody waits for the usage database, and ${String(name)} was used`);
      return Reflect.get(target, name, target);
    },
  });
}

/** A transaction yet to begin, whose work knows that it is inside. */
function told<Builder extends ReturnType<Db['transaction']>>(builder: Builder): Builder {
  return new Proxy(builder, {
    get(target, name) {
      if (name === 'execute')
        return <T>(work: Parameters<Builder['execute']>[0]) =>
          target.execute((tx) => inside.run(true, () => work(tx))) as Promise<T>;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (...args: unknown[]) => told(value.apply(target, args)) : value;
    },
  });
}
