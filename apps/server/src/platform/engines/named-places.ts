import pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { connectionTo } from '../postgres/connection.ts';

/** Where the databases are said to be; one that is embedded is not named. */
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
 * Refuses to work on the databases of the server that runs on the folder for somebody who names others: what was meant for
 * those would be done to these. Whoever comes in by another role means the same ones. Throws OperatorError.
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
    `The server that runs on ${dataDir} has ${there} as its ${engine}, and this command is to work on ${here}: set ${name} as the server has it, or another DATA_DIR.`,
  );
}

// How one comes in, maybe with files that are not where this command runs; pg reads them as soon as it reads the URL.
const ways = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'uselibpqcompat'];

/** Which database a URL leads to, whoever comes in by it: pg itself is asked, which has many ways to say one place. */
function recordsPlaceOf(url: string): string {
  const plain = new URL(url);
  for (const way of ways) plain.searchParams.delete(way);
  const { host, port, database } = new pg.Client(connectionTo(plain.href));
  return `${host.startsWith('/') ? host : host.toLowerCase()}:${port}/${database}`;
}

/** As recordsPlaceOf; what a proxy has behind it is told apart by a parameter. */
function usagePlaceOf(url: string): string {
  const { origin, pathname, searchParams } = new URL(url);
  return `${origin}${searchParams.get('pathname') ?? ''}/${pathname.slice(1) || 'default'}`;
}
