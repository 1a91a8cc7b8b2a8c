import { expect, it } from 'vitest';
import { formatFileSize } from './file-size.ts';

it.each([
  [0, '0 Bytes'],
  [999, '999 Bytes'],
  [1_000, '1 KB'],
  [12_345, '12.3 KB'],
  [1_000_000, '1 MB'],
  [2_500_000_000, '2.5 GB'],
])('%d bytes are %s', (bytes, told) => expect(formatFileSize(bytes)).toBe(told));
