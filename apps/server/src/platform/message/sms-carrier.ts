import type { Carrier } from './message.ts';

const patienceMs = 10_000;

/**
 * Sends by a provider's HTTP interface: POST of `{to, text}` as JSON to `smsUrl`, whose user and password, if any,
 * become basic authorization. Any 2xx means accepted.
 */
export function smsCarrier(smsUrl: string): Carrier {
  const url = new URL(smsUrl);
  const proof = url.username === '' ? undefined : basic(url);
  url.username = '';
  url.password = '';
  return {
    send: async ({ to, text }) => {
      const reply = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(proof !== undefined && { authorization: proof }) },
        body: JSON.stringify({ to, text }),
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      });
      await reply.body?.cancel();
      if (!reply.ok) throw new Error(`The provider of SMS_URL answered ${reply.status}`);
    },
  };
}

function basic({ username, password }: URL): string {
  const proof = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(proof).toString('base64')}`;
}
