import { describe, expect, it } from 'vitest';
import { isFrozen } from './watchdog.ts';

const watch = { periodMs: 1_000, patience: 10, longPatience: 120 };

describe('a process that does not answer', () => {
  it.each<[string, number, number | undefined, number | undefined, boolean]>([
    ['is frozen when it used nothing meanwhile', 10, 500, 500, true],
    ['is frozen when it used what an idle one uses', 10, 500, 600, true],
    ['has time while its processor time is unknown', 9, 500, 500, false],
    ['is busy when it used the processor', 10, 500, 9_500, false],
    ['is busy for long', 119, 500, 119_000, false],
    ['is given up in the end', 120, 500, 119_000, true],
    ['is not known to do nothing where nothing tells', 119, undefined, undefined, false],
    ['is given up in the end where nothing tells', 120, undefined, undefined, true],
  ])('%s', (_what, questions, from, to, frozen) => {
    expect(isFrozen({ questions, from, to }, watch)).toBe(frozen);
  });
});
