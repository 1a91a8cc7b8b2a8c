import { expect, it } from 'vitest';
import { storableJson } from './storable-json.ts';

it.each([
  [{ a: 'x\u0000y' }, '{"a":"x\\ufffdy"}'],
  [['\ud800', 'a\udfff'], '["\\ufffd","a\\ufffd"]'],
  [{ '\udc00': 1 }, '{"\\ufffd":1}'],
  ['\\u0000 \\ud800', '"\\\\u0000 \\\\ud800"'],
  ['\\\u0000', '"\\\\\\ufffd"'],
  ['💥\u0001\n"', '"💥\\u0001\\n\\""'],
  [undefined, 'null'],
])('%j is stored as %s', (value, stored) => {
  expect(storableJson(value)).toBe(stored);
});
