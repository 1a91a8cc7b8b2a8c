/** What a connection to PostgreSQL is opened with, in the words of `pg`. */
interface Connection {
  readonly connectionString: string;
  readonly options: string;
}

/**
 * What a role or a database may not have otherwise: names of `public`, written as guards and a backup know them; instants
 * written in the one way that everybody reads alike, a backup too; a transaction that sees what was committed while it
 * waited for its lock; a backslash, and NULL in a list, that are what they are everywhere.
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
 * How to connect to `url`. Names mean what is in `public`: PostgreSQL's own way would look first into a schema that is
 * called as the role, and whoever may create schemas could put tables there for the owner to find. What the URL sets
 * goes before `settings`, but not before that.
 */
export function connectionTo(url: string, settings = ''): Connection {
  const place = new URL(url);
  const given = place.searchParams.getAll('options').join(' ');
  const isSet = place.searchParams.has('options');
  // Left in there, it would be all that holds, also when it is empty.
  if (isSet) place.searchParams.delete('options');
  const options = [settings, given, ...asOptions].join(' ').trim();
  return { connectionString: isSet ? place.href : url, options };
}
