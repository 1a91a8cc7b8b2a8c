import type { Log } from '../log.ts';
import { startEmbeddedPostgres } from '../postgres/embedded/embedded-postgres.ts';

interface RecordsServer {
  readonly url: string;
  /** Of the role that migrates; the one in `url` where there is none beside it. */
  readonly ownerUrl: string;
  /** Ends it where it was started here. */
  close(): Promise<void>;
}

interface Place {
  readonly databaseUrl?: string | undefined;
  readonly databaseOwnerUrl?: string | undefined;
  readonly dataDir: string;
}

/** The PostgreSQL that is named, or, where none is, the one under `dataDir`, started. Throws what `startEmbeddedPostgres` throws. */
export async function openRecordsServer(
  { databaseUrl, databaseOwnerUrl, dataDir }: Place,
  log: Log,
): Promise<RecordsServer> {
  if (databaseUrl === undefined) return startEmbeddedPostgres({ dataDir, log });
  return { url: databaseUrl, ownerUrl: databaseOwnerUrl ?? databaseUrl, close: async () => {} };
}
