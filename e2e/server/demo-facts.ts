/** The start of the tests, on the server's clock and in the browser. */
export const startsAt = '2026-10-15T12:00:00.000Z';

export const internalToken = 'e2e-internal-token-0123456789';
