import { says } from '@usance/api/rule';
import { invalidParameter } from '../../refusal.ts';

// Above what any call takes that does not say so itself: its schema says how much of it. A longer text is refused before any pattern looks at it.
const longestText = 1_000;
const mostValues = 5_000;
const deepest = 20;

/**
 * Refuses with 400 a value that no call takes, whatever its schema: one that holds half of a surrogate pair or a NUL in
 * any text, or name of a field (JSON can say them, and no database keeps them as they were), or that is too large for a
 * schema to look at every part of it.
 */
export function assertSoundInput(value: unknown, longest = longestText): void {
  const waiting: Place[] = [{ at: '', depth: 0, value }];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { at, depth, value: found } = place;
    if (typeof found === 'string') assertSoundText(at, found, longest);
    if (typeof found !== 'object' || found === null) continue;
    if (depth === deepest) throw invalidParameter(at, 'Must not be nested so deeply.');
    const size = Array.isArray(found) ? found.length : Object.keys(found).length;
    if (size > mostValues) throw invalidParameter(at, says('tooMany', { max: mostValues }));
    for (const [name, inner] of Object.entries(found)) {
      assertSoundText(at, name, longestText);
      waiting.push({ at: at === '' ? name : `${at}.${name}`, depth: depth + 1, value: inner });
    }
  }
}

interface Place {
  readonly at: string;
  readonly depth: number;
  readonly value: unknown;
}

function assertSoundText(at: string, text: string, longest: number): void {
  if (text.length > longest) throw invalidParameter(at, says('longest', { max: longest }));
  if (!text.isWellFormed()) throw invalidParameter(at, says('wholeText'));
  if (text.includes('\0')) throw invalidParameter(at, says('controlCharacters'));
}
