import type { WriteContext } from '#platform/context/context.ts';
import type { TranslatedWords } from '#platform/message/message.ts';
import { postMessage } from '#platform/message/post-message.ts';

/** Mails the owner of an account about a change, in case another person made it. */
export async function tellOwner(
  ctx: Pick<WriteContext, 'tx' | 'now' | 'language'>,
  identifier: string,
  words: TranslatedWords,
): Promise<void> {
  await postMessage(ctx, { channel: 'mail', to: identifier, ...words[ctx.language] });
}
