import type { Log } from '../log.ts';
import { startEmbeddedPostgres } from '../postgres/embedded/embedded-postgres.ts';

interface RecordsServer {
  readonly url: string;
  /** The URL of the role that migrates; defaults to `url`. */
  readonly ownerUrl: string;
  /** Stops the server if it was started here. */
  close(): Promise<void>;
}

interface Place {
  readonly databaseUrl?: string | undefined;
  readonly databaseOwnerUrl?: string | undefined;
  readonly dataDir: string;
}

/** Returns the named PostgreSQL, or starts the one under `dataDir`. Throws the errors of `startEmbeddedPostgres`. */
export async function openRecordsServer(
  { databaseUrl, databaseOwnerUrl, dataDir }: Place,
  log: Log,
): Promise<RecordsServer> {
  if (databaseUrl === undefined) return startEmbeddedPostgres({ dataDir, log });
  return { url: databaseUrl, ownerUrl: databaseOwnerUrl ?? databaseUrl, close: async () => {} };
}
