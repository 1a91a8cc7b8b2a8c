import type { Notification } from '@usance/api/notification';

/** Where a notification leads: a page of the console, or an address elsewhere, which opens in a tab of its own. */
export type Target = { readonly inside: string } | { readonly elsewhere: string };

/** Nothing where there is nothing to open, or what would run as a script. */
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
  // What begins with two strokes names another host.
  if (url.startsWith('/') && address.origin === location.origin)
    return { inside: address.pathname + address.search + address.hash };
  return { elsewhere: address.href };
}
