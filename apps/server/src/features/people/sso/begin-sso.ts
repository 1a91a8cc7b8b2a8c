import { randomBytes } from 'node:crypto';
import type { CallReply, ParsedQuery } from '@usance/api/call';
import type { sso } from '@usance/api/people/sso';
import type { ReadContext } from '#platform/context/context.ts';
import { Refusal } from '#platform/refusal.ts';
import { findProviderOf } from '../identity-provider/identity-provider.queries.ts';
import { markBrowser } from './browser-mark.ts';
import { samlOf } from './saml/verified-answer.ts';

const answeredWithinMs = 600_000;

/**
 * Starts a sign-on at the provider of the e-mail's domain. It looks at the domain only, so the reply does not reveal
 * which accounts exist.
 */
export async function beginSso(
  { db, now, cookies, serviceProvider }: Pick<ReadContext, 'db' | 'now' | 'cookies' | 'serviceProvider'>,
  { query }: { query: ParsedQuery<typeof sso.begin> },
): Promise<CallReply<typeof sso.begin>> {
  const provider = await findProviderOf(db, query.identifier.toLowerCase());
  if (!provider) throw new Refusal('SINGLE_SIGN_ON_NOT_FOUND', 'There is no single sign-on for this email.');
  // An XML id must not begin with a digit.
  const id = `_${randomBytes(16).toString('hex')}`;
  await db
    .insertInto('sso_request')
    .values({
      id,
      provider_id: provider.id,
      browser_hash: markBrowser(cookies),
      target: ownPath(query.from),
      expires_at: new Date(now.getTime() + answeredWithinMs),
    })
    .execute();
  return { url: await samlOf(provider, serviceProvider, id).getAuthorizeUrlAsync('', undefined, {}) };
}

const firstPage = '/dataclouds';

/**
 * Returns the console path to go to after signing in, or the first page. Rejects "//host", "/\host" and absolute
 * URLs, which lead to another site.
 */
function ownPath(from: string | undefined): string {
  if (from === undefined || !/^\/(?![/\\])/.test(from)) return firstPage;
  const url = URL.parse(from, 'https://console.invalid');
  // A path like "/.//host" passes the first check, but normalises to "//host".
  if (url?.origin !== 'https://console.invalid' || url.pathname.startsWith('//')) return firstPage;
  // Only console pages may be returned to: an API path would show raw JSON or trigger a call.
  return /^\/(api|internal)(\/|$)/i.test(url.pathname) ? firstPage : url.href.slice(url.origin.length);
}
