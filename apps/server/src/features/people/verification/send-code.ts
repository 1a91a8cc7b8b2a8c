import { createHash, randomInt } from 'node:crypto';
import type { CallReply, ParsedParams, ParsedQuery } from '@usance/api/call';
import { jobId, type verifications } from '@usance/api/people/verification';
import { usualCountryCode } from '@usance/api/phone';
import type { WriteContext } from '#platform/context/context.ts';
import type { Language } from '#platform/context/language.ts';
import { newId } from '#platform/ids.ts';
import { postMessage } from '#platform/message/post-message.ts';
import { findAccountByIdentifier } from '../account/account.queries.ts';
import { askerOf } from './asker.ts';
import { codeLifetimeMs, refuseTooMany, type Sending } from './code-limits.ts';
import { codeWords, insteadWords, type Purpose } from './purpose.ts';
import { refuseTooManySms } from './sms-limit.ts';

declare module '#platform/context/context.ts' {
  interface Fittings {
    /** True if registering callers are told that no telephone needs verification. */
    readonly skipsPhones: boolean;
  }
}

type Sent = CallReply<typeof verifications.sendMail>;

/** For self-hosted (BYOC) installations: the console hides the telephone once it gets this message. */
const phoneSkippedWords: Readonly<Record<Language, string>> = {
  en: 'BYOC: the code is on its way to your email, and no telephone has to be verified.',
  zh: 'BYOC：验证码已发送至您的邮箱，无需验证手机号码。',
};

/**
 * Sends a code to an e-mail. An e-mail with an account gets no registration code, and one without gets no reset code;
 * it gets a message that says so, and the reply is the same. If telephones cannot be verified, the reply to a
 * possible registration says so.
 */
export async function sendMailCode(
  ctx: WriteContext,
  given: { params: ParsedParams<typeof verifications.sendMail>; query: ParsedQuery<typeof verifications.sendMail> },
): Promise<Sent> {
  const target = given.params.email.toLowerCase();
  const hasAccount = (await findAccountByIdentifier(ctx.tx, target)) !== undefined;
  const purpose = given.query.purpose ?? (hasAccount ? 'reset' : 'register');
  const isSent = purpose === 'reset' ? hasAccount : !hasAccount;
  // Counted by the requested purpose: counting by the one found here would reveal which accounts exist.
  const asker = await askerOf(ctx, { channel: 'mail', target, purpose: given.query.purpose });
  const sent = await send(ctx, { channel: 'mail', target, asker, purpose, instead: isSent ? undefined : purpose });
  // By the requested purpose only: the one found here reveals which accounts exist.
  const isTold = ctx.skipsPhones && given.query.purpose !== 'reset';
  return isTold ? { ...sent, message: phoneSkippedWords[ctx.language] } : sent;
}

export async function sendSmsCode(
  ctx: WriteContext,
  { params: { number } }: { params: ParsedParams<typeof verifications.sendSms> },
): Promise<Sent> {
  const to = { channel: 'sms', target: number, purpose: 'phone' } as const;
  return send(ctx, { ...to, asker: await askerOf(ctx, to) });
}

interface Wanted extends Sending {
  readonly purpose: Purpose;
  /** The message that replaces the code. */
  readonly instead?: keyof (typeof insteadWords)['en'] | undefined;
}

async function send(ctx: WriteContext, { channel, target, asker, purpose, instead }: Wanted): Promise<Sent> {
  const { tx, now, language, subject } = ctx;
  await refuseTooMany(ctx, { channel, target, asker });
  if (channel === 'sms') await refuseTooManySms(ctx);
  const id = newId(jobId);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await tx
    .insertInto('auth_job')
    .values({
      id,
      channel,
      target,
      purpose,
      account_id: subject.kind === 'account' ? subject.accountId : null,
      network: asker.network,
      counted_as: asker.countedAs,
      code_hash: instead === undefined ? codeHash(id, code) : null,
      sent_at: now,
      expires_at: new Date(now.getTime() + codeLifetimeMs),
    })
    .execute();
  const words = instead === undefined ? codeWords[language][purpose](code) : insteadWords[language][instead];
  // A carrier needs the country code.
  const to = channel === 'sms' ? `+${usualCountryCode}${target}` : target;
  await postMessage(ctx, { channel, to, ...words });
  return { jobID: id };
}

/** Hashes the code together with its job, so that equal codes have different hashes. */
export const codeHash = (id: string, code: string): string =>
  createHash('sha256').update(`${id} ${code}`).digest('hex');
