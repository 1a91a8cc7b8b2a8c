/** What a connection to PostgreSQL is opened with, in the words of `pg`. */
interface Connection {
  readonly connectionString: string;
  readonly options: string;
}

/**
 * What a role or a database may not have otherwise: names of `public`; instants written in the one way that everybody reads
 * alike, a backup too; and a transaction that sees what was committed while it waited for its lock.
 */
const ours = '-c search_path=public,pg_temp -c datestyle=ISO -c default_transaction_isolation=read\\ committed';

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
  const options = `${settings} ${given} ${ours}`.trim();
  return { connectionString: isSet ? place.href : url, options };
}
