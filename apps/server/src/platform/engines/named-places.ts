import pg from 'pg';
import { OperatorError } from '../failure/operator-error.ts';
import { connectionTo } from '../postgres/connection.ts';

/** The named addresses of the databases; an embedded one has none. */
export interface NamedPlaces {
  readonly databaseUrl?: string | undefined;
  readonly clickhouseUrl?: string | undefined;
}

const kinds = [
  {
    name: 'DATABASE_URL',
    engine: 'PostgreSQL',
    of: ({ databaseUrl: url }: NamedPlaces) => (url === undefined ? undefined : recordsPlaceOf(url)),
  },
  {
    name: 'CLICKHOUSE_URL',
    engine: 'usage database',
    of: ({ clickhouseUrl: url }: NamedPlaces) => (url === undefined ? undefined : usagePlaceOf(url)),
  },
] as const;

/**
 * Refuses to work on the databases of the server on this folder if the command names others: it would change the wrong
 * data. Another role on the same database is fine. Throws OperatorError.
 */
export function assertSamePlaces(
  dataDir: string,
  { its, ours }: { readonly its: NamedPlaces; readonly ours: NamedPlaces },
): void {
  const other = kinds.find(({ of }) => of(its) !== of(ours));
  if (other === undefined) return;
  const { name, engine, of } = other;
  const [there, here] = [of(its), of(ours)].map((place) => place ?? 'the embedded one');
  throw new OperatorError(
    `The server that runs on ${dataDir} has ${there} as its ${engine}, and this command would use ${here}: set ${name} to that of the server, or another DATA_DIR.`,
  );
}

// Parameters that say how to connect, maybe with files that do not exist here; pg would read them with the URL.
const ways = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'uselibpqcompat'];

/**
 * Returns the database that a URL leads to, regardless of the role. pg parses the URL, since it has many ways to name
 * one database.
 */
function recordsPlaceOf(url: string): string {
  const plain = new URL(url);
  for (const way of ways) plain.searchParams.delete(way);
  const { host, port, database } = new pg.Client(connectionTo(plain.href));
  return `${host.startsWith('/') ? host : host.toLowerCase()}:${port}/${database}`;
}

/** Like recordsPlaceOf. Proxies tell databases apart by the `pathname` parameter. */
function usagePlaceOf(url: string): string {
  const { origin, pathname, searchParams } = new URL(url);
  return `${origin}${searchParams.get('pathname') ?? ''}/${pathname.slice(1) || 'default'}`;
}
