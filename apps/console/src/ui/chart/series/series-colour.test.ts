import { afterEach, expect, test, vi } from 'vitest';
import { setLocale } from '../../../i18n/locale.ts';
import * as m from '../../../i18n/messages.gen.ts';
import { type Series, type SeriesId, topSeries } from './series.ts';
import { colourOf } from './series-colour.ts';

const speak = (locale: 'en' | 'zh') => setLocale(locale);
afterEach(() => speak('en'));

const clouds: readonly [SeriesId, () => string][] = [
  ['cloud:aws', m.cloud_aws],
  ['cloud:azure', m.cloud_azure],
  ['cloud:alibabacloud', m.cloud_alibabacloud],
  ['cloud:tencentcloud', m.cloud_tencentcloud],
  ['cloud:huaweicloud', m.cloud_huaweicloud],
  ['cloud:volcengine', m.cloud_volcengine],
  ['cloud:onpremise', m.cloud_onpremise],
];
const regions = Array.from({ length: 12 }, (_, index) => ['aws', `alibabacloud cn-${index}`].at(index % 2) ?? '');

/** The names and colours of the same series in a language. */
function shown(locale: 'en' | 'zh') {
  speak(locale);
  const series = [
    ...clouds.map(([id, word], index): Series => ({ id, name: word(), values: [`${100 - index}`] })),
    ...regions.map(
      (id, index): Series => ({ id: `region:${id} ${index}`, name: `${id} ${index}`, values: [`${index}`] }),
    ),
  ];
  return topSeries(series).map(({ id, name }) => ({ name, colour: colourOf(id) }));
}

test('a series keeps its colour when the language changes, and so does the rest', () => {
  const [english, chinese] = [shown('en'), shown('zh')];
  expect(chinese.map(({ colour }) => colour)).toEqual(english.map(({ colour }) => colour));
  expect(chinese.map(({ name }) => name)).not.toEqual(english.map(({ name }) => name));
  expect([english.at(-1)?.name, chinese.at(-1)?.name]).toEqual(['Other', '其他']);
});

test('no two clouds share a colour', () => {
  expect(new Set(clouds.map(([id]) => colourOf(id))).size).toBe(clouds.length);
});

test.each(clouds)('the first region of %s has no colour of another cloud', async (own) => {
  // Colours that were given before count.
  vi.resetModules();
  const fresh = await import('./series-colour.ts');
  const others = clouds.filter(([id]) => id !== own).map(([id]) => fresh.colourOf(id));
  expect(others).not.toContain(fresh.colourOf(`region:${own.slice('cloud:'.length)} first`));
});

test('up to eight parts of one kind differ, however many of another kind came before', () => {
  for (let index = 0; index < 5; index += 1) colourOf(`region:aws place-${index}`);
  const dataclouds = ['retail_prod', 'europe_prod', 'asia_prod', 'ml_lab', 'ML_lab', 'six', 'seven', 'eight'];
  expect(new Set(dataclouds.map((name) => colourOf(`datacloud:${name}`))).size).toBe(8);
});
