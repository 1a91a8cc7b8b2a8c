import type { CallReply, ParsedParams, ParsedQuery } from '@usance/api/call';
import type { verifications } from '@usance/api/people/verification';
import type { ReadContext } from '#platform/context/context.ts';
import { notFound } from '#platform/refusal.ts';
import { mostWrongTries } from './code-limits.ts';
import { handOutToken, isOver, type JobRow, lockJob, tryCode } from './prove-code.ts';

type Get = typeof verifications.get;

/** Returns the state of a code's job, and its token if the caller names the right code. A wrong one is counted. */
export async function getAuthJob(
  { db, now, subject }: Pick<ReadContext, 'db' | 'now' | 'subject'>,
  { params, query }: { params: ParsedParams<Get>; query: ParsedQuery<Get> },
): Promise<CallReply<Get>> {
  return db.transaction().execute(async (tx) => {
    const job = await lockJob(tx, params.job, subject);
    if (!job) throw notFound('AUTH_JOB_NOT_FOUND');
    const told = (state: CallReply<Get>['state']) => ({ id: job.id, state, gmtExpires: job.expires_at.toISOString() });
    if (query.code === undefined || isOver(job, now)) return told(stateOf(job, now));
    const { code } = query;
    if (await tryCode(tx, job, code)) return { ...told('proved'), token: await handOutToken(tx, job, { code, now }) };
    return told(job.wrong_tries + 1 >= mostWrongTries ? 'dead' : stateOf(job, now));
  });
}

function stateOf(job: JobRow, now: Date): CallReply<Get>['state'] {
  if (job.used_at !== null) return 'used';
  if (job.wrong_tries >= mostWrongTries) return 'dead';
  if (job.expires_at <= now) return 'expired';
  return job.proved_at === null ? 'pending' : 'proved';
}
