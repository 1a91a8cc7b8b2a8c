import type { Deps } from '#platform/context/context.ts';
import { countSealed } from '#platform/sealing/sealed-rows.ts';
import type { SealingKey } from '#platform/sealing/sealing-key.ts';
import { sealedKinds } from './sealed-kinds.ts';

/** Warns once at start, with a count by kind, of secrets that no key of this server opens; returns their number. */
export async function warnOfOtherKeys({ db, log }: Pick<Deps, 'db' | 'log'>, key: SealingKey): Promise<number> {
  const unreadable: Record<string, number> = {};
  for (const [kind, rows] of Object.entries(sealedKinds))
    for (const [keyId, count] of await countSealed(db, rows))
      if (!key.knownIds.includes(keyId)) unreadable[kind] = (unreadable[kind] ?? 0) + count;
  const count = Object.values(unreadable).reduce((sum, each) => sum + each, 0);
  if (count === 0) return 0;
  log.warn(
    { unreadable },
    'secrets were sealed with a key that this server lacks: restore DATA_DIR/sealing-key, or set SEALING_KEY or FORMER_SEALING_KEY; until then second factors accept only recovery codes, and social ids and private keys cannot be read',
  );
  return count;
}
