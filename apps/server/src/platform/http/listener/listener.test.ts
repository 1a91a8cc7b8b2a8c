import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silent } from '#testing/silent-log.ts';
import { openListener } from './listener.ts';

let app: Awaited<ReturnType<typeof openListener>>;
beforeEach(async () => {
  app = await openListener(silent);
  app.get('/api/v1/thing', async () => ({}));
});
afterEach(() => app.close());

describe('an address in any spelling', () => {
  it.each(['/api/v1/thing', '/%61pi/v1/thing', '/ap%69/v1/%74hing', 'http://elsewhere/api/v1/thing'])(
    '%s has the headers of the API',
    async (url) => {
      const { statusCode, headers } = await app.inject(url);
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
      });
    },
  );

  it.each(['/api/v1/thing', '/%61pi/v1/thing'])('%s lists its methods', async (url) => {
    const { statusCode, headers } = await app.inject({ method: 'DELETE', url });
    expect([statusCode, headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});
