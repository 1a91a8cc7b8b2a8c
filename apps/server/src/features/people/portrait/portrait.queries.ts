import type { ParsedQuery } from '@usance/api/call';
import type { portraits } from '@usance/api/people/portrait';
import type { ReadContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import { FileReply } from '#platform/http/calls/reply/file-reply.ts';
import { notFound } from '#platform/refusal.ts';

// The reply is an image that can run nothing, even when it is opened by itself.
const policy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Returns the caller's portrait; 404 if there is none. A URL names one version, whose content never changes. */
export async function getPortrait(
  { db, subject }: Pick<ReadContext, 'db' | 'subject'>,
  { query }: { query: ParsedQuery<typeof portraits.get> },
): Promise<FileReply> {
  const found = await db
    .selectFrom('portrait')
    .select(['version', 'image'])
    .where('account_id', '=', signedInAccount(subject))
    .executeTakeFirst();
  if (!found) throw notFound('PORTRAIT_NOT_FOUND');
  return new FileReply('portrait.webp', found.image, {
    'content-security-policy': policy,
    ...(query.version === found.version && { 'cache-control': 'private, max-age=31536000, immutable' }),
  });
}
