import { sql } from 'kysely';
import type { DbOrTx } from './database.ts';
import { assertGuardsOn } from './guards-on.ts';
import { openPostgres, type Postgres } from './open-postgres.ts';
import { assertOwnsNothing } from './owned-by-role.ts';

/** Who has come in, and the role it works as: ALTER ROLE … SET role and the options of a URL can make them two. */
export interface Login {
  readonly login: string;
  readonly role: string;
}

interface RecordsPlace {
  readonly url: string;
  readonly ownerUrl: string;
}

/** PostgreSQL for the owner of its tables, when both connections are judged. Throws what `judgeApart` throws. */
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
 * The login of the application, where the owner's is another; undefined where one is both. To be asked before anything
 * else is asked as the owner. Throws OperatorError for a login that could take away or switch off what guards the tables,
 * by itself or as another role that it can become, and where that is switched off.
 */
export async function judgeApart(app: Postgres, owner: Postgres): Promise<Login | undefined> {
  const [its, owners] = [await loginOf(app.db), await loginOf(owner.db)];
  const isApart = its.login !== owners.login || its.role !== owners.role;
  if (isApart) await assertOwnsNothing(owner, its.login);
  for (const each of [app, owner]) await assertGuardsOn(each.db);
  return isApart ? its : undefined;
}

// Both are words of the language, and call no function that somebody could have put in their place.
async function loginOf(db: DbOrTx): Promise<Login> {
  const { rows } = await sql<Login>`select session_user as login, current_user as role`.execute(db);
  return rows[0] ?? { login: '', role: '' };
}
