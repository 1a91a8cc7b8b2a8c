import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BadConfig } from '#platform/bad-config.ts';
import { dataDirOf } from '#platform/config.ts';
import { privateFolder } from '#platform/private-folder.ts';

/** Before anything is made there: an empty installation would be backed up and found sound. */
export function assertInstalled(env: NodeJS.ProcessEnv): void {
  const dataDir = dataDirOf(env);
  // Who may not enter it sees nothing in it, and would be told that nothing is there.
  if (existsSync(dataDir)) privateFolder(dataDir);
  const embedded = [...(env['DATABASE_URL'] ? [] : ['postgres']), ...(env['CLICKHOUSE_URL'] ? [] : ['clickhouse'])];
  const missing = embedded.find((folder) => !existsSync(join(dataDir, folder)));
  if (missing)
    throw new BadConfig(`There is no ${missing} in ${dataDir}: set DATA_DIR and the URLs as the server has them.`);
}
