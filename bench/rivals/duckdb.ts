import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const version = '1.5.6-r.1';

/** The used part of the package. */
interface Package {
  readonly DuckDBInstance: {
    create(
      path: string,
      config: Record<string, string>,
    ): Promise<{ connect(): Promise<Connection>; closeSync(): void }>;
  };
}
interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRowsJson(): unknown[][] }>;
}

export interface DuckDb {
  run(sql: string): Promise<void>;
  /** Returns the values as text. */
  rows(sql: string): Promise<string[][]>;
  close(): void;
}

/** Installs DuckDB from npm into a folder, since nothing else needs it, and opens a database in it with both cores. */
export async function openDuckDb(folder: string): Promise<DuckDb> {
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, `@duckdb/node-api@${version}`]);
  const entry = join(folder, 'node_modules', '@duckdb', 'node-api', 'lib', 'index.js');
  const { DuckDBInstance }: Package = await import(pathToFileURL(entry).href);
  const instance = await DuckDBInstance.create(join(folder, 'rival.duckdb'), { threads: '2' });
  const connection = await instance.connect();
  return {
    run: async (sql) => void (await connection.run(sql)),
    rows: async (sql) => (await connection.runAndReadAll(sql)).getRowsJson().map((row) => row.map(String)),
    close: () => instance.closeSync(),
  };
}
