import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Subject } from '#platform/context/subject.ts';
import type { Database, Db, Tx } from '#platform/postgres/database.ts';
import { hashOf, randomSecret } from '#platform/random-secret.ts';
import { mostWrongTries } from './code-limits.ts';
import type { Purpose } from './purpose.ts';
import { codeHash } from './send-code.ts';

export type JobRow = Selectable<Database['auth_job']>;

/** What a code must have been sent for. */
export interface Bound {
  readonly target: string;
  readonly purpose: Purpose;
}

/**
 * Whether a code, or the token that was handed out for it, proves what was sent: to this target, for this purpose, asked for
 * by nobody else, within its time and for the first time. A wrong one is counted, whoever it is from, and the fifth ends
 * the job. In a transaction of its own: what is refused afterwards is counted nevertheless.
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

/** The job, for who may see it: one that was asked for in a session is that account's alone. */
export async function lockJob(tx: Tx, id: string, subject: Subject): Promise<JobRow | undefined> {
  const job = await tx.selectFrom('auth_job').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  const asker = subject.kind === 'account' ? subject.accountId : null;
  return job?.account_id === null || job?.account_id === asker ? job : undefined;
}

/** Whether the code is the one that was sent; a wrong one is counted. */
export async function tryCode(tx: Tx, job: JobRow, code: string): Promise<boolean> {
  if (job.code_hash !== null && isSame(job.code_hash, codeHash(job.id, code))) return true;
  await tx
    .updateTable('auth_job')
    .set((eb) => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
    .where('id', '=', job.id)
    .execute();
  return false;
}

/** Hands out the token of a job whose code was named: the same one however often it is named, so that no answer is lost. */
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

/** Uses a job that was proved, once: answers whether it was this one. */
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
 * The same where one code is as good as all that were sent to a target for a purpose: whatever else is open there ends too.
 * Several who come at once are one after the other, in the order of ids.
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
