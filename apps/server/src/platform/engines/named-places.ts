import { OperatorError } from '../operator-error.ts';

/** Where the databases are said to be; one that is embedded is not named. */
export interface NamedPlaces {
  readonly databaseUrl?: string | undefined;
  readonly clickhouseUrl?: string | undefined;
}

const kinds = [
  { name: 'DATABASE_URL', engine: 'PostgreSQL', of: ({ databaseUrl }: NamedPlaces) => databaseUrl },
  { name: 'CLICKHOUSE_URL', engine: 'usage database', of: ({ clickhouseUrl }: NamedPlaces) => clickhouseUrl },
] as const;

/**
 * Refuses to work on the databases of the server that runs on the folder for somebody who names others: what was meant for
 * those would be done to these. Whoever comes in by another role means the same ones. Throws OperatorError.
 */
export function assertSamePlaces(
  dataDir: string,
  { its, ours }: { readonly its: NamedPlaces; readonly ours: NamedPlaces },
): void {
  const other = kinds.find(({ of }) => placeOf(of(its)) !== placeOf(of(ours)));
  if (other === undefined) return;
  const { name, engine, of } = other;
  const [there, here] = [of(its), of(ours)].map((url) => placeOf(url) ?? 'the embedded one');
  throw new OperatorError(
    `The server that runs on ${dataDir} has ${there} as its ${engine}, and this command is to work on ${here}: set ${name} as the server has it, or another DATA_DIR.`,
  );
}

/**
 * Which database a URL leads to, whoever comes in by it, as pg understands it: the last parameter of a name counts, none
 * takes the place of the path, and without a path it is the one called as the user. Undefined without a URL.
 */
function placeOf(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const { protocol, username, hostname, port, pathname, searchParams } = new URL(url);
  const isPostgres = protocol.startsWith('postgres');
  const given: Partial<Record<string, string>> = Object.fromEntries(searchParams);
  const host = given['host'] || hostname.toLowerCase();
  const ofUser = isPostgres ? given['user'] || username : '';
  return `${host}:${given['port'] || port || (isPostgres ? '5432' : '')}/${pathname.slice(1) || ofUser}`;
}
