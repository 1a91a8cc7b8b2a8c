import { says } from '@usance/api/rule';
import { invalidParameter } from '../../refusal.ts';

/**
 * The value itself, which a schema has passed, so that it is not too deep. Refuses with 400 one that holds half of a surrogate pair or a NUL anywhere: JSON can say them, and no
 * database keeps them as they were.
 */
export function wholeText<T>(value: T): T {
  assertWhole(value, []);
  return value;
}

function assertWhole(value: unknown, path: readonly string[]): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw invalidParameter(path.join('.').toWellFormed(), says('wholeText'));
    if (value.includes('\0')) throw invalidParameter(path.join('.').toWellFormed(), says('controlCharacters'));
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      assertWhole(name, [...path, name]);
      assertWhole(inner, [...path, name]);
    }
  }
}
