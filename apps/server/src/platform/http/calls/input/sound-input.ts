import { says } from '@usance/api/rule';
import { invalidParameter } from '../../../refusal.ts';

// The default limit of a text: the longest one, a message with a demo booking, has this length, and its schema refines
// it. Longer texts are refused before any pattern reads them.
const longestText = 2_000;
const mostValues = 5_000;
const deepest = 20;

/**
 * Throws a 400 for a value that no call accepts. It may hold lone surrogates or NULs, which databases cannot store, or
 * be too large for schemas to check.
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
