/**
 * What a reply says of how a browser must treat it: it is nobody's page, and no cache keeps it. Whoever sends a page or a
 * file says otherwise; nothing depends on how an address is spelled.
 */
export const replyHeaders = (requestId: string) => ({
  'x-request-id': requestId,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
});
