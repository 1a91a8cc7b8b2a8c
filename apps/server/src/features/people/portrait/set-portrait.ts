import { createHash } from 'node:crypto';
import type { ParsedBody } from '@usance/api/call';
import type { Identity } from '@usance/api/people/account';
import { portraitBytes, type portraits } from '@usance/api/people/portrait';
import { says } from '@usance/api/rule';
import type { WriteContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import { invalidParameter } from '#platform/refusal.ts';
import { getAccount, identityOf } from '../account/account.queries.ts';
import { squarePicture } from './square-picture.ts';

interface Given {
  body: ParsedBody<typeof portraits.set>;
}

/**
 * Converts an upload to the square that is stored; undefined for an empty one. The upload itself is never stored or
 * served.
 */
export async function preparePortrait(_ctx: unknown, { body: { content } }: Given): Promise<Buffer | undefined> {
  return content === '' ? undefined : squarePicture(bytesOf(content));
}

/** Sets or removes the caller's portrait. */
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

/** Decodes a data URL, whose base64 must be canonical. */
function bytesOf(content: string): Buffer {
  const encoded = content.slice(content.indexOf(',') + 1);
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length >= portraitBytes) throw invalidParameter('content', says('portraitTooLarge'));
  if (bytes.toString('base64') !== encoded) throw invalidParameter('content', says('portraitFormat'));
  return bytes;
}
