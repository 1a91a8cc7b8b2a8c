import { says } from '@usance/api/rule';
import { invalidParameter } from '../../refusal.ts';

/**
 * Refuses with 400 a value that holds half of a surrogate pair or a NUL in any text, or name of a field, however deep:
 * JSON can say them, and no database keeps them as they were.
 */
export function assertWholeText(value: unknown): void {
  const waiting: [at: string, value: unknown][] = [['', value]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [at, found] = next;
    if (typeof found === 'string') assertWhole(at, found);
    if (typeof found !== 'object' || found === null) continue;
    for (const [name, inner] of Object.entries(found)) {
      const path = at === '' ? name : `${at}.${name}`;
      assertWhole(path, name);
      waiting.push([path, inner]);
    }
  }
}

function assertWhole(path: string, text: string): void {
  if (!text.isWellFormed()) throw invalidParameter(path.toWellFormed(), says('wholeText'));
  if (text.includes('\0')) throw invalidParameter(path.toWellFormed(), says('controlCharacters'));
}
