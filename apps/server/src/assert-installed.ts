import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirOf } from '#platform/config/config.ts';
import { privateFolder } from '#platform/data-dir/private-folder.ts';
import { BadConfig } from '#platform/failure/operator-error.ts';

/**
 * Refuses to work where no installation exists: otherwise a command would create an empty one and find it sound. Throws
 * BadConfig.
 */
export function assertInstalled(env: NodeJS.ProcessEnv): void {
  const dataDir = dataDirOf(env);
  // A user who cannot enter the folder sees no files in it, and would get a wrong message.
  if (existsSync(dataDir)) privateFolder(dataDir);
  const embedded = [...(env['DATABASE_URL'] ? [] : ['postgres']), ...(env['CLICKHOUSE_URL'] ? [] : ['clickhouse'])];
  const missing = embedded.find((folder) => !existsSync(join(dataDir, folder)));
  if (missing)
    throw new BadConfig(`There is no ${missing} in ${dataDir}: set DATA_DIR and the URLs to those of the server.`);
}
