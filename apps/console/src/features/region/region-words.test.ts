import { afterEach, expect, it } from 'vitest';
import { setLocale } from '../../i18n/locale.ts';
import { regionWord } from './region-words.ts';

afterEach(() => setLocale('en'));

it('a region has its provider’s name in the reader’s language, and an unlisted one keeps its name', () => {
  expect(regionWord('South China (Guangzhou)')).toBe('South China (Guangzhou)');
  setLocale('zh');
  expect(regionWord('South China (Guangzhou)')).toBe('华南地区（广州）');
  expect(regionWord('mars-1')).toBe('mars-1');
});
