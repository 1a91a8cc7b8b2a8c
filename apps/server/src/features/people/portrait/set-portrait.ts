import { createHash } from 'node:crypto';
import type { Identity } from '@usance/api/account';
import type { ParsedBody } from '@usance/api/call';
import { portraitBytes, type portraits } from '@usance/api/portrait';
import { says } from '@usance/api/rule';
import type { WriteContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import { invalidParameter } from '#platform/refusal.ts';
import { getAccount, identityOf } from '../account/account.queries.ts';
import { squarePicture } from './square-picture.ts';

interface Given {
  body: ParsedBody<typeof portraits.set>;
}

/** The square that is kept of what was sent; none where nothing was. What was sent is itself never kept or served. */
export async function preparePortrait(_ctx: unknown, { body: { content } }: Given): Promise<Buffer | undefined> {
  return content === '' ? undefined : squarePicture(bytesOf(content));
}

/** Sets the portrait of whoever asks, in place of the one before, or takes it away. */
export async function setPortrait(
  { tx, now, subject }: Pick<WriteContext, 'tx' | 'now' | 'subject'>,
  _given: Given,
  image: Buffer | undefined,
): Promise<Identity> {
  const accountId = signedInAccount(subject);
  if (image === undefined) {
    await tx.deleteFrom('portrait').where('account_id', '=', accountId).execute();
  } else {
    const kept = { version: versionOf(image), image, set_at: now };
    await tx
      .insertInto('portrait')
      .values({ account_id: accountId, ...kept })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(kept))
      .execute();
  }
  return identityOf(await getAccount(tx, accountId));
}

const versionOf = (image: Buffer) => createHash('sha256').update(image).digest('hex').slice(0, 32);

/** The bytes of a data URL, which must be written as one writes them and in no other way. */
function bytesOf(content: string): Buffer {
  const encoded = content.slice(content.indexOf(',') + 1);
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length >= portraitBytes) throw invalidParameter('content', says('portraitTooLarge'));
  if (bytes.toString('base64') !== encoded) throw invalidParameter('content', says('portraitFormat'));
  return bytes;
}
