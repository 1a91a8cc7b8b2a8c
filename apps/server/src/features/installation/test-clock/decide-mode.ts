import type { Config } from '#platform/config/config.ts';
import type { Deps } from '#platform/context/context.ts';
import { OperatorError } from '#platform/failure/operator-error.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { isInstallationEmpty } from '../demo/is-installation-empty.ts';

/**
 * Decides once, when the installation is created, if it is a sandbox: by SANDBOX, else by the presence of a
 * demonstration. An installation with user data from before this decision is not one. Throws OperatorError if SANDBOX
 * contradicts the decision.
 */
export async function decideMode(
  deps: Pick<Deps, 'db' | 'clickhouse'>,
  { sandbox, seed }: Pick<Config, 'sandbox' | 'seed'>,
): Promise<void> {
  const isSandbox = (await keptMode(deps.db)) ?? (await decide(deps, sandbox ?? seed === 'demo'));
  if (sandbox === undefined || sandbox === isSandbox) return;
  throw new OperatorError(
    isSandbox
      ? 'SANDBOX=false, but this installation was created as a sandbox, whose time can be moved, and stays one: leave SANDBOX out, or start with another DATA_DIR or other databases.'
      : 'SANDBOX=true, but this installation was not created as a sandbox, and never becomes one: leave SANDBOX out, or start with another DATA_DIR or other databases.',
  );
}

async function decide(deps: Pick<Deps, 'db' | 'clickhouse'>, isWanted: boolean): Promise<boolean> {
  const isSandbox = isWanted && (await isInstallationEmpty(deps));
  // Another server may start with us; the first decision holds.
  await deps.db
    .insertInto('installation_mode')
    .values({ is_sandbox: isSandbox })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return (await keptMode(deps.db)) ?? isSandbox;
}

async function keptMode(db: DbOrTx): Promise<boolean | undefined> {
  return (await db.selectFrom('installation_mode').select('is_sandbox').executeTakeFirst())?.is_sandbox;
}
