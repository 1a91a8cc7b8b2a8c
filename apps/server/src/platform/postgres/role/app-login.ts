import { sql } from 'kysely';
import type { DbOrTx } from '../database.ts';
import { openPostgres, type Postgres } from '../open-postgres.ts';
import { assertGuardsOn } from './guards-on.ts';
import { assertOwnsNothing } from './owned-by-role.ts';

/**
 * The role that logged in and the role that it works as; ALTER ROLE … SET role or the options of a URL can make them
 * differ.
 */
export interface Login {
  readonly login: string;
  readonly role: string;
}

interface RecordsPlace {
  readonly url: string;
  readonly ownerUrl: string;
}

/** Opens PostgreSQL as the owner of its tables, after judging both connections. Throws the errors of `judgeApart`. */
export async function openOwner({ url, ownerUrl }: RecordsPlace): Promise<Postgres> {
  const app = await openPostgres(url);
  try {
    const owner = await openPostgres(ownerUrl);
    try {
      await judgeApart(app, owner);
      return owner;
    } catch (error) {
      await owner.close();
      throw error;
    }
  } finally {
    await app.close();
  }
}

/**
 * Returns the application's login, or undefined if it is the owner's own. Call it before any other statement of the
 * owner. Throws OperatorError if the login could remove or disable the guards of the tables, itself or through another
 * role, or if they are disabled.
 */
export async function judgeApart(app: Postgres, owner: Postgres): Promise<Login | undefined> {
  const [its, owners] = [await loginOf(app.db), await loginOf(owner.db)];
  const isApart = its.login !== owners.login || its.role !== owners.role;
  if (isApart) await assertOwnsNothing(owner, its.login);
  for (const each of [app, owner]) await assertGuardsOn(each.db);
  return isApart ? its : undefined;
}

// Both are SQL keywords, so no planted function is called.
async function loginOf(db: DbOrTx): Promise<Login> {
  const { rows } = await sql<Login>`select session_user as login, current_user as role`.execute(db);
  return rows[0] ?? { login: '', role: '' };
}
