import { fileURLToPath } from 'node:url';
import { median } from '../timing.ts';
import { backTest, type Series } from './back-test.ts';
import { demonstrationSeries } from './demonstration.ts';
import { readBills } from './real-bills.ts';

const shipped = fileURLToPath(new URL('real-bills.csv', import.meta.url));

/**
 * Back-tests the forecast of a month on the demonstration and on real bills, or on the given FOCUS files. Prints how
 * often its band held the actual amount, and its mean error beside that of the run rate.
 */
export async function benchForecast(files: readonly string[]): Promise<void> {
  const bills = await Promise.all((files.length > 0 ? files : [shipped]).map(readBills));
  const demonstration = files.length > 0 ? undefined : await demonstrationSeries();
  console.log(`${'series'.padEnd(40)}  cases  in the band  mean error  run rate's  median width`);
  if (demonstration) {
    report('demonstration: contracts', demonstration.all);
    report('demonstration: data clouds', demonstration.parts);
  }
  report(
    'real bills: as a whole',
    bills.map(({ all }) => all),
  );
  report(
    'real bills: accounts, services, regions',
    bills.flatMap(({ parts }) => parts),
  );
}

function report(name: string, series: readonly Series[]): void {
  const cases = series.flatMap((each) => [...backTest(each)]);
  const percent = (values: readonly number[], places = 1) =>
    `${((100 * values.reduce((all, value) => all + value, 0)) / values.length).toFixed(places)} %`;
  const cells = [
    `${cases.length}`.padStart(5),
    percent(
      cases.map(({ isInBand }) => Number(isInBand)),
      0,
    ).padStart(11),
    percent(cases.map(({ error }) => error)).padStart(10),
    percent(cases.map(({ paceError }) => paceError)).padStart(10),
    percent([median(cases.map(({ width }) => width))]).padStart(12),
  ];
  console.log(`${name.padEnd(40)}  ${cells.join('  ')}`);
}
