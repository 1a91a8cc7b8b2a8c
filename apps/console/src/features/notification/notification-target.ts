import type { Notification } from '@usance/api/contract/notification';

/** The target of a notification: a page of the console, or an external address, which opens in a new tab. */
export type Target = { readonly inside: string } | { readonly elsewhere: string };

/** Returns undefined if there is no link, or if it would run a script. */
export function targetOf({
  notificationType,
  contractId,
  url,
}: Pick<Notification, 'notificationType' | 'contractId' | 'url'>): Target | undefined {
  if (notificationType === 'private_offer' && contractId !== '')
    return { inside: `/billing-center/${encodeURIComponent(contractId)}/private-offers` };
  if (url === '') return undefined;
  const address = URL.parse(url, location.origin);
  if (address === null || !/^https?:$/.test(address.protocol)) return undefined;
  // An address with two leading slashes names another host.
  if (url.startsWith('/') && address.origin === location.origin)
    return { inside: address.pathname + address.search + address.hash };
  return { elsewhere: address.href };
}
