import { BadConfig } from './bad-config.ts';

/** How ClickHouse makes tables: engine prefix (`Replicated` or nothing) and cluster (or nothing). */
export interface TableLayout {
  readonly enginePrefix: string;
  readonly cluster: string;
}

/** One server, plain tables. */
export const plainTables: TableLayout = { enginePrefix: '', cluster: '' };

/** What CLICKHOUSE_ENGINE_PREFIX and CLICKHOUSE_CLUSTER say. They become part of SQL, so that they are names and nothing else. */
export function tableLayoutOf(env: NodeJS.ProcessEnv): TableLayout {
  return {
    enginePrefix: nameIn('CLICKHOUSE_ENGINE_PREFIX', env['CLICKHOUSE_ENGINE_PREFIX']),
    cluster: nameIn('CLICKHOUSE_CLUSTER', env['CLICKHOUSE_CLUSTER']),
  };
}

function nameIn(variable: string, text = ''): string {
  if (!/^\w*$/.test(text)) throw new BadConfig(`${variable} must be letters, digits and underscores, not "${text}"`);
  return text;
}
