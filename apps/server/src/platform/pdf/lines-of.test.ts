import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf } from './lines-of.ts';

/** Every character has width 1. */
const widthOf = (text: string) => [...text].length;
const broken = (text: string, width: number) => linesOf(text, width, widthOf);

describe('a text is broken', () => {
  it.each<[string, number, string[]]>([
    ['one two three', 7, ['one two', 'three']],
    ['one two', 20, ['one two']],
    ['us-east-1', 4, ['us-', 'east', '-1']],
    ['costs -$12.50', 8, ['costs', '-$12.50']],
    ['共 ￥12.50', 7, ['共', '￥12.50']],
    ['您好这是报价', 4, ['您好这是', '报价']],
    ['price 报价 ok', 7, ['price 报', '价 ok']],
    ['abcdefgh', 3, ['abc', 'def', 'gh']],
    ['one\ntwo', 20, ['one', 'two']],
    ['one\n\ntwo', 20, ['one', '', 'two']],
    ['', 5, ['']],
  ])('%j at %i', (text, width, lines) => {
    expect(broken(text, width)).toEqual(lines);
  });
});

it('no line is too wide, and nothing but blanks is lost', () => {
  const texts = fc.array(
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(' ', '-', '报', '\n', 'word', '，')),
  );
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 12 }), (pieces, width) => {
      const text = pieces.join('');
      const lines = broken(text, width);
      expect(lines.every((line) => widthOf(line) <= width)).toBe(true);
      const bare = (some: string) => some.replaceAll(/\s/g, '');
      expect(bare(lines.join(''))).toBe(bare(text));
    }),
  );
});
