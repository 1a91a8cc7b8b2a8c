import type { ParsedParams, ParsedQuery } from '@usance/api/call';
import { operators } from '@usance/api/contract/operator';
import type { Identity } from '@usance/api/people/account';
import type { Reason } from '@usance/api/reason';
import type { ReadContext, WriteContext } from '#platform/context/context.ts';
import { type SignedInSubject, signedInSubject } from '#platform/context/subject.ts';
import { auditOperator } from '#platform/http/calls/audit/audit.ts';
import type { TranslatedWords } from '#platform/message/message.ts';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import { invalidSession, noPermission, notFound, Refusal } from '#platform/refusal.ts';
import { getAccount, identityOf } from '../../people/account/account.queries.ts';
import { provedAccount } from '../../people/account/proved-account.ts';
import { leaveAssumedSession, openAssumedSession } from '../../people/account/signed-in/assumed-session.ts';
import { tellOwner } from '../../people/account/tell-owner.ts';
import { keptLanguage } from '../notification/keep-language.ts';
import { staysOperator } from './operator.queries.ts';

interface Given {
  params: ParsedParams<typeof operators.assume>;
  query: ParsedQuery<typeof operators.assume>;
}

/**
 * Lets an operator act for a person for 15 minutes, with each call audited. Refused for other operators and from an
 * assumed session. The given path makes this a GET that changes state, so the browser must prove that our own page
 * calls it. A refusal is audited too.
 */
export async function assume(ctx: ReadContext, given: Given): Promise<Identity> {
  const subject = signedInSubject(ctx.subject);
  const { acquire } = given.query;
  if (acquire !== undefined && ctx.site !== 'same-origin')
    throw new Refusal('CROSS_SITE_REQUEST', 'This request came from another site.');
  if (acquire === false) return leave(ctx, given, subject);
  const answer = await ctx.db.transaction().execute(async (tx) => {
    const refused = (await refusalOf(tx, subject, given.params.id)) ?? (acquire && (await unproved({ ...ctx, tx })));
    // Refusals in an assumed session are audited elsewhere.
    if (!refused || subject.operatorId === undefined) await note(tx, ctx, given, subject, refused?.reason);
    if (refused) return refused;
    const account = identityOf(await getAccount(tx, given.params.id));
    if (acquire === undefined) return account;
    const assumed = await openAssumedSession(tx, account.id, subject, ctx);
    const tellIn = { tx, now: ctx.now, language: await keptLanguage(tx, account.id) };
    await tellOwner(tellIn, account.identifier, operatorActs(assumed.by, account.identifier));
    return { ...account, assumed };
  });
  if (answer instanceof Refusal) throw answer;
  return answer;
}

/**
 * Returns the refusal, if any. Locks both accounts until commit: a concurrent change of operators waits, and then ends
 * the session that this call opens.
 */
async function refusalOf(tx: Tx, subject: SignedInSubject, id: string): Promise<Refusal | undefined> {
  if (subject.operatorId !== undefined || !(await staysOperator(tx, subject.accountId))) return noPermission();
  const account = await tx.selectFrom('account').select('id').where('id', '=', id).forShare().executeTakeFirst();
  if (!account) return notFound('ACCOUNT_NOT_FOUND');
  return (await staysOperator(tx, id)) ? noPermission('An operator cannot act for another operator.') : undefined;
}

/** Returns the refusal of a session without a recent proof. It is not thrown, since it must be audited first. */
async function unproved(ctx: Pick<WriteContext, 'tx' | 'now' | 'subject'>): Promise<Refusal | undefined> {
  try {
    await provedAccount(ctx);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Returns to the operator's own session, which gets a new cookie, and audits that in the same transaction. */
async function leave(ctx: ReadContext, given: Given, subject: SignedInSubject): Promise<Identity> {
  const { operatorId } = subject;
  if (operatorId === undefined || given.params.id !== subject.accountId) throw notFound('SESSION_NOT_FOUND');
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await leaveAssumedSession(tx, subject.sessionId, ctx))) throw invalidSession();
    await note(tx, ctx, given, subject);
    return identityOf(await getAccount(tx, operatorId));
  });
}

function note(
  db: DbOrTx,
  ctx: ReadContext,
  given: Given,
  { accountId, operatorId }: SignedInSubject,
  refused?: Reason,
) {
  const by = { operatorId: operatorId ?? accountId, accountId: given.params.id };
  return auditOperator(db, { call: operators.assume, ctx, by, input: given, ...(refused && { refused }) });
}

/** The mail to a customer for whom an operator acts; both are e-mail addresses. */
const operatorActs = (operator: string, customer: string): TranslatedWords => ({
  en: {
    subject: 'Our support has opened your Usance account',
    text: `${operator} of our support sees your account ${customer} as you see it, for 15 minutes at most. They can change nothing of it, of your roles or of your contracts.\n\nYou find their session among yours in the console and can end it there. If you did not ask for help, please tell us.`,
  },
  zh: {
    subject: '我们的支持人员已进入您的 Usance 账号',
    text: `我们的支持人员 ${operator} 正以您的视角查看您的账号 ${customer}，最长 15 分钟。对方无法更改您的账号、角色或合同。\n\n您可以在控制台的会话列表中看到并结束该会话。如果您未曾寻求帮助，请联系我们。`,
  },
});
