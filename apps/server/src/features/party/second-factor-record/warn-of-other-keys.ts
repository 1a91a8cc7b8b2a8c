import type { Deps } from '../../../platform/context/context.ts';
import type { SealingKey } from './sealing-key.ts';

/** Says at start when there are secrets that this key cannot read: only recovery codes let in whose they are. */
export async function warnOfOtherKeys({ db, log }: Pick<Deps, 'db' | 'log'>, key: SealingKey): Promise<void> {
  const { count } = await db
    .selectFrom('second_factor')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('key_id', 'not in', key.knownIds)
    .where('enabled_at', 'is not', null)
    .executeTakeFirstOrThrow();
  if (Number(count) === 0) return;
  log.warn(
    { accounts: Number(count) },
    'second factors were sealed with another key, and only recovery codes are taken: set SEALING_KEY, or put back DATA_DIR/sealing-key',
  );
}
