import type { ParsedQuery } from '@usance/api/call';
import type { portraits } from '@usance/api/portrait';
import type { ReadContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import { FileReply } from '#platform/http/calls/file-reply.ts';
import { notFound } from '#platform/refusal.ts';

// It is a picture and can do nothing, wherever it is opened.
const policy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** The portrait of whoever asks; 404 where there is none. What has this address stays as it is. */
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
