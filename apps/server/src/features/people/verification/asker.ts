import type { WriteContext } from '#platform/context/context.ts';
import type { Channel } from '#platform/message/message.ts';
import { networkOf } from '../account/lockout/network-address.ts';
import { findDevice } from '../account/signed-in/device.ts';

/** The caller that asks for a code, with the keys by which its requests are counted. */
export interface CodeAsker {
  /** True if the caller is known to own the target; strangers do not use up the owner's limit. */
  readonly isOwner: boolean;
  /** Their account, their device, or for a stranger the requested purpose. */
  readonly countedAs: string;
  readonly network: string;
}

/** Identifies the caller. An owner calls in a session of the target, or on a device on which the target signed in. */
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
