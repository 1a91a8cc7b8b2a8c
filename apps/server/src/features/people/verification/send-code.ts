import { createHash, randomInt } from 'node:crypto';
import type { CallReply, ParsedParams, ParsedQuery } from '@usance/api/call';
import { usualCountryCode } from '@usance/api/phone';
import { jobId, type verifications } from '@usance/api/verification';
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
    /** Whether who registers is told that no telephone has to be verified. */
    readonly skipsPhones: boolean;
  }
}

type Sent = CallReply<typeof verifications.sendMail>;

/** BYOC, an installation of one's own: the console hides the telephone once it is told. */
const phoneSkippedWords: Readonly<Record<Language, string>> = {
  en: 'BYOC: the code is on its way to your email, and no telephone has to be verified.',
  zh: 'BYOC：验证码已发送至您的邮箱，无需验证手机号码。',
};

/**
 * Sends a code to an e-mail. To one that has an account none to register with is sent, and to one that has none no code for
 * a new password: a message says so there, and whoever asked is told the same. Where no telephone can be verified, whoever
 * may want to register is told that too.
 */
export async function sendMailCode(
  ctx: WriteContext,
  given: { params: ParsedParams<typeof verifications.sendMail>; query: ParsedQuery<typeof verifications.sendMail> },
): Promise<Sent> {
  const target = given.params.email.toLowerCase();
  const hasAccount = (await findAccountByIdentifier(ctx.tx, target)) !== undefined;
  const purpose = given.query.purpose ?? (hasAccount ? 'reset' : 'register');
  const isSent = purpose === 'reset' ? hasAccount : !hasAccount;
  // Counted by what was asked: what is found here would tell who has an account.
  const asker = await askerOf(ctx, { channel: 'mail', target, purpose: given.query.purpose });
  const sent = await send(ctx, { channel: 'mail', target, asker, purpose, instead: isSent ? undefined : purpose });
  // By what was asked alone: the purpose that is found here tells who has an account.
  const isTold = ctx.skipsPhones && given.query.purpose !== 'reset';
  return isTold ? { ...sent, message: phoneSkippedWords[ctx.language] } : sent;
}

/** Sends a code to a telephone. */
export async function sendSmsCode(
  ctx: WriteContext,
  { params: { number } }: { params: ParsedParams<typeof verifications.sendSms> },
): Promise<Sent> {
  const to = { channel: 'sms', target: number, purpose: 'phone' } as const;
  return send(ctx, { ...to, asker: await askerOf(ctx, to) });
}

interface Wanted extends Sending {
  readonly purpose: Purpose;
  /** For what no code is sent there. */
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
  // Who carries it knows no country but what it is told.
  const to = channel === 'sms' ? `+${usualCountryCode}${target}` : target;
  await postMessage(ctx, { channel, to, ...words });
  return { jobID: id };
}

/** Of one job's code, so that no two jobs have the same. */
export const codeHash = (id: string, code: string): string =>
  createHash('sha256').update(`${id} ${code}`).digest('hex');
