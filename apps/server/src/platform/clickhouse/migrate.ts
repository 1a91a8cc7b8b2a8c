import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClickHouseError } from '@clickhouse/client';
import type { TableLayout } from '../config/table-layout.ts';
import { OperatorError } from '../failure/operator-error.ts';
import type { ClickHouse } from './client.ts';
import { ClickHouseNewerThanCode } from './errors.ts';

/**
 * Applies the missing files `NNNN-name.sql` of the directory, in order, and returns their names. Throws
 * ClickHouseNewerThanCode before any change. ClickHouse has no transactional DDL, so every statement must be
 * repeatable: an interrupted start runs the whole file again.
 */
export async function migrateClickHouse(ch: ClickHouse, directory: string, layout: TableLayout): Promise<string[]> {
  const known = await knownIn(directory);
  await make(ch, recordTable, layout);
  const applied = await ch.query<{ name: string }>('SELECT DISTINCT name FROM schema_migrations ORDER BY name');
  const unknown = applied.map((row) => row.name).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new ClickHouseNewerThanCode(unknown);
  const missing = known.filter((name) => !applied.some((row) => row.name === name));
  for (const name of missing) {
    const text = await readFile(join(directory, name), 'utf8');
    for (const statement of statementsOf(text)) await make(ch, statement, layout);
    await ch.insert('schema_migrations', [{ name }]);
  }
  return missing;
}

/**
 * Refuses a cluster of several shards: each server would answer with its own rows alone, and nothing puts them
 * together. Throws OperatorError.
 */
export async function assertOneShard(ch: Pick<ClickHouse, 'query'>, { cluster }: TableLayout): Promise<void> {
  if (cluster === '') return;
  const [found] = await ch.query<{ shards: string }>(
    'SELECT uniqExact(shard_num) AS shards FROM system.clusters WHERE cluster = {cluster:String}',
    { cluster },
  );
  if (Number(found?.shards ?? 0) > 1)
    throw new OperatorError(
      `The cluster ${cluster} of CLICKHOUSE_CLUSTER has ${found?.shards} shards, and Usance keeps its tables in one: name a cluster of one shard, with as many replicas as you like.`,
    );
}

/** Refuses a usage database that another version migrated, or that is empty. Throws OperatorError. */
export async function assertMigrated(ch: ClickHouse, directory: string): Promise<void> {
  const tables = await ch.query(
    "SELECT 1 FROM system.tables WHERE database = currentDatabase() AND name = 'schema_migrations'",
  );
  if (tables.length === 0)
    throw new OperatorError(
      'There is no installation in this usage database: set CLICKHOUSE_URL to that of the server or, if the database is new, start the server first, which creates its tables.',
    );
  const applied = await ch.query<{ name: string }>('SELECT DISTINCT name FROM schema_migrations ORDER BY name');
  if (applied.map(({ name }) => name).join() !== (await knownIn(directory)).join())
    throw new OperatorError(
      'This usage database was last served by another version of Usance: use that one, or start this one first.',
    );
}

async function knownIn(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter((name) => /^\d{4}-[\w-]+\.sql$/.test(name)).sort();
}

const recordTable = `CREATE TABLE IF NOT EXISTS schema_migrations {{ON_CLUSTER}} (
  name String,
  applied_at DateTime('UTC') DEFAULT now()
) ENGINE = {{ENGINE_PREFIX}}MergeTree ORDER BY name`;

/**
 * Tells the operator in one sentence if the server is not set up for the layout, such as `Replicated` without macros.
 */
async function make(ch: ClickHouse, statement: string, layout: TableLayout): Promise<void> {
  try {
    await ch.command(withLayout(statement, layout));
  } catch (error) {
    if (!(error instanceof ClickHouseError) || (layout.enginePrefix === '' && layout.cluster === '')) throw error;
    throw new OperatorError(
      `The usage database refuses: ${error.message.trim()} Check CLICKHOUSE_URL, CLICKHOUSE_ENGINE_PREFIX and CLICKHOUSE_CLUSTER.`,
    );
  }
}

function withLayout(sql: string, { enginePrefix, cluster }: TableLayout): string {
  return sql
    .replaceAll('{{ENGINE_PREFIX}}', enginePrefix)
    .replaceAll('{{ON_CLUSTER}}', cluster === '' ? '' : `ON CLUSTER ${cluster}`);
}

/** Statements end with a semicolon at the end of a line; whole-line comments are dropped. */
function statementsOf(text: string): string[] {
  const code = text.replace(/^\s*--.*$/gm, '');
  return code
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
