import { BadConfig } from '../failure/operator-error.ts';

/** The layout of ClickHouse tables: engine prefix (`Replicated` or empty) and cluster (or empty). */
export interface TableLayout {
  readonly enginePrefix: string;
  readonly cluster: string;
}

/** Plain tables on one server. */
export const plainTables: TableLayout = { enginePrefix: '', cluster: '' };

/** Reads CLICKHOUSE_ENGINE_PREFIX and CLICKHOUSE_CLUSTER. They become part of SQL, so only names are accepted. */
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
