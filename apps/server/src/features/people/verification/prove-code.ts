import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Subject } from '#platform/context/subject.ts';
import type { Database, Db, Tx } from '#platform/postgres/database.ts';
import { hashOf, randomSecret } from '#platform/random-secret.ts';
import { mostWrongTries } from './code-limits.ts';
import type { Purpose } from './purpose.ts';
import { codeHash } from './send-code.ts';

export type JobRow = Selectable<Database['auth_job']>;

/** The target and purpose that a code must have been sent for. */
export interface Bound {
  readonly target: string;
  readonly purpose: Purpose;
}

/**
 * True if a code, or the token issued for it, proves this target for this purpose: in time, unused, and asked for by
 * this caller or without a session. A wrong code is counted, from any caller, and the fifth ends the job. Runs in its
 * own transaction, so that a later refusal keeps the count.
 */
export async function isProved(
  db: Db,
  proof: { readonly id: string; readonly proof: string; readonly bound: Bound },
  by: { readonly subject: Subject; readonly now: Date },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const job = await lockJob(tx, proof.id, by.subject);
    const { target, purpose } = proof.bound;
    if (job === undefined || job.target !== target || job.purpose !== purpose || isOver(job, by.now)) return false;
    if (isToken(proof.proof)) return job.token_hash !== null && isSame(job.token_hash, hashOf(proof.proof));
    return tryCode(tx, job, proof.proof);
  });
}

/** Locks the job if the caller may see it: one asked for in a session belongs to that account. */
export async function lockJob(tx: Tx, id: string, subject: Subject): Promise<JobRow | undefined> {
  const job = await tx.selectFrom('auth_job').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  const asker = subject.kind === 'account' ? subject.accountId : null;
  return job?.account_id === null || job?.account_id === asker ? job : undefined;
}

/** True if the code is the one that was sent; counts a wrong one. */
export async function tryCode(tx: Tx, job: JobRow, code: string): Promise<boolean> {
  if (job.code_hash !== null && isSame(job.code_hash, codeHash(job.id, code))) return true;
  await tx
    .updateTable('auth_job')
    .set((eb) => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
    .where('id', '=', job.id)
    .execute();
  return false;
}

/** Issues the token of a proved job. Repeated calls get the same token, so a lost reply does no harm. */
export async function handOutToken(tx: Tx, job: JobRow, { code, now }: { code: string; now: Date }): Promise<string> {
  const salt = job.token_salt ?? randomSecret();
  const token = createHmac('sha256', salt).update(`${job.id} ${code}`).digest('base64url');
  await tx
    .updateTable('auth_job')
    .set({ token_hash: hashOf(token), token_salt: salt, proved_at: job.proved_at ?? now })
    .where('id', '=', job.id)
    .execute();
  return token;
}

/** Uses a proved job. Returns false if it was used before. */
export async function useJob(tx: Tx, id: string, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('auth_job')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/**
 * Does the same, and ends the other open jobs of this target and purpose. Locks them in the order of ids, so that
 * concurrent calls run one by one.
 */
export async function useOneJob(
  tx: Tx,
  { id, bound }: { readonly id: string; readonly bound: Bound },
  now: Date,
): Promise<boolean> {
  const open = await tx
    .selectFrom('auth_job')
    .select('id')
    .where('channel', '=', 'mail')
    .where('target', '=', bound.target)
    .where('purpose', '=', bound.purpose)
    .where('used_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const ids = open.map((job) => job.id);
  if (!ids.includes(id)) return false;
  await tx.updateTable('auth_job').set({ used_at: now }).where('id', 'in', ids).execute();
  return true;
}

export function isOver(job: JobRow, now: Date): boolean {
  return job.used_at !== null || job.wrong_tries >= mostWrongTries || job.expires_at <= now;
}

const isToken = (proof: string) => proof.length > 6;

const isSame = (left: string, right: string) => timingSafeEqual(Buffer.from(left), Buffer.from(right));
