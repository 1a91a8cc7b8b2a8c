import type { WriteContext } from '#platform/context/context.ts';
import type { Channel } from '#platform/message/message.ts';
import { findDevice } from '../account/device.ts';
import { networkOf } from '../account/network-address.ts';

/** Whoever asks for a code, by what their asking is counted. */
export interface CodeAsker {
  /** Whether they are known to be whose target it is: no stranger spends what is theirs. */
  readonly isOwner: boolean;
  /** Their session's account, their device, or as a stranger the purpose that they named. */
  readonly countedAs: string;
  readonly network: string;
}

/** Finds out whether the owner of a target asks: in a session of it, or on a device on which they signed in with it. */
export async function askerOf(
  { tx, subject, cookies, address }: Pick<WriteContext, 'tx' | 'subject' | 'cookies' | 'address'>,
  asked: { readonly channel: Channel; readonly target: string; readonly purpose: string | undefined },
): Promise<CodeAsker> {
  const network = networkOf(address);
  const stranger = { isOwner: false, countedAs: `stranger ${asked.purpose ?? 'any'}`, network };
  if (asked.channel !== 'mail') return stranger;
  if (subject.kind === 'account' && subject.operatorId === undefined) {
    const own = await tx
      .selectFrom('account')
      .select('id')
      .where('id', '=', subject.accountId)
      .where((eb) => eb.fn('lower', ['identifier']), '=', asked.target)
      .executeTakeFirst();
    if (own) return { isOwner: true, countedAs: `account ${own.id}`, network };
  }
  const device = await findDevice(tx, asked.target, cookies);
  return device === undefined ? stranger : { isOwner: true, countedAs: `device ${device}`, network };
}
