import type { Bounds } from './bounds.ts';

/**
 * True if ClickHouse itself answers, rather than a proxy's page. Uses its own connection, so that hanging queries do
 * not delay it.
 */
export async function answersPing(url: string | undefined, { gone }: Partial<Bounds> = {}): Promise<boolean> {
  if (url === undefined) return false;
  const address = new URL('/ping', url);
  address.username = address.password = '';
  try {
    const answer = await fetch(address, gone ? { signal: gone } : {});
    return answer.ok && (await answer.text()) === 'Ok.\n';
  } catch {
    return false;
  }
}
