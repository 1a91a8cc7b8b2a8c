import { expect, it } from 'vitest';
import { addCalendarMonths } from './calendar-months.ts';
import { instant, toRfc3339 } from './instant.ts';

it.each([
  ['2026-10-15T12:00:00Z', -13, '2025-09-15T12:00:00Z'],
  ['2026-03-31T23:59:59Z', -13, '2025-02-28T23:59:59Z'],
  ['2025-03-31T00:00:00Z', -13, '2024-02-29T00:00:00Z'],
  ['2026-01-01T00:00:00Z', -1, '2025-12-01T00:00:00Z'],
  ['2026-12-31T10:00:00Z', 2, '2027-02-28T10:00:00Z'],
])('%s and %i months is %s', (at, months, there) => {
  expect(toRfc3339(addCalendarMonths(instant(at), months))).toBe(there);
});
