/** The parameters of a connection to PostgreSQL, in the words of `pg`. */
interface Connection {
  readonly connectionString: string;
  readonly options: string;
}

/**
 * Settings that no role or database may override. Names resolve in `public`, as guards and backups expect. Instants
 * have one format that every database reads alike. A transaction sees commits that happened while it waited for a lock.
 * Backslashes and NULL in lists keep their standard meaning.
 */
export const ours = {
  search_path: 'public,pg_temp',
  datestyle: 'ISO',
  default_transaction_isolation: 'read committed',
  quote_all_identifiers: 'off',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
} as const;
const asOptions = Object.entries(ours).map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`);

/**
 * Returns the parameters to connect to `url`. Names resolve in `public` alone: by default, PostgreSQL looks first in a
 * schema named like the role, where a stranger could plant tables. The URL's options override `settings`, but not
 * `ours`.
 */
export function connectionTo(url: string, settings = ''): Connection {
  const place = new URL(url);
  const given = place.searchParams.getAll('options').join(' ');
  const isSet = place.searchParams.has('options');
  // `pg` would let it replace our options, even if empty.
  if (isSet) place.searchParams.delete('options');
  const options = [settings, given, ...asOptions].join(' ').trim();
  return { connectionString: isSet ? place.href : url, options };
}
