import type { Bounds } from './bounds.ts';

/**
 * Whether an engine answers as ClickHouse does, and no page of somebody before it. Over connections of its own: those of
 * questions that stand still keep nobody from asking.
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
