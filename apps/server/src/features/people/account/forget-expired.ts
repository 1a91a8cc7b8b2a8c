import { dayMs } from '@usance/period/instant';
import type { Deps } from '#platform/context/context.ts';

const failuresKeptMs = dayMs;
const devicesKeptMs = 400 * dayMs;

/** Deletes expired sessions, sign-in failures that no longer count, and devices unused for long. */
export async function forgetExpired({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  // An operator's own session ends with an expired assumed one: no browser has its cookie any more.
  const left = db.selectFrom('session as assumed').select('assumed.operator_session_id').where('expires_at', '<=', now);
  await db.deleteFrom('session').where('id', 'in', left).execute();
  await db.deleteFrom('session').where('expires_at', '<=', now).execute();
  await db.deleteFrom('sign_in_failure').where('failed_at', '<=', before(failuresKeptMs)).execute();
  // Each failed sign-in locks two rows in turn. Skipping locked rows avoids a deadlock; the next round deletes them.
  const over = db.selectFrom('sign_in_address').select('address').where('counted_to', '<=', now);
  await db.deleteFrom('sign_in_address').where('address', 'in', over.forUpdate().skipLocked()).execute();
  await db.deleteFrom('known_device').where('signed_in_at', '<=', before(devicesKeptMs)).execute();
}
