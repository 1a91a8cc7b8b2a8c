import { afterEach, expect, it } from 'vitest';
import { setLocale } from '../../i18n/locale.ts';
import { companySizeOptions, positionOptions, profileCountries } from './profile-options.ts';

const labels = (options: readonly { label: string }[]) => options.map(({ label }) => label);

afterEach(() => setLocale('en'));

// The stored values must match these words exactly.
it('offers the job titles of the survey in the hosted console', () => {
  expect(labels(positionOptions('hosted', ''))).toEqual([
    'Consultant',
    'Business Executive',
    'Data Engineer',
    'Data Scientist',
    'Developer / Engineer',
    'IT / DBA',
    'Product Manager',
    'Marketing',
    'Security',
    'Technical Executive',
    'Startup Founder',
    'Student',
    'BI / Analyst',
    'Other',
  ]);
});

it('offers the positions of the full-name form in a self-hosted console', () => {
  expect(labels(positionOptions('self-hosted', ''))).toEqual([
    'Software Engineer',
    'Data Scientist',
    'Data Analyst',
    'Sales Manager',
    'Marketing Manager',
    'Product Manager',
    'Technical Manager',
    'CEO/Founder',
    'Other',
  ]);
});

it('offers the countries and company sizes', () => {
  expect(labels(profileCountries(''))).toEqual([
    'United States',
    'Singapore',
    'China',
    'Hong Kong',
    'Japan',
    'South Korea',
    'United Kingdom',
    'Germany',
    'France',
    'Italy',
  ]);
  expect(labels(companySizeOptions(''))).toEqual([
    '1-50 employees',
    '51-200 employees',
    '201-10000 employees',
    '10001+ employees',
  ]);
});

it('names a country from sign-up in the reader’s language, and keeps an unknown one', () => {
  setLocale('zh');
  expect(profileCountries('Canada').at(-1)).toEqual({ value: 'Canada', label: '加拿大' });
  expect(profileCountries('Atlantis').at(-1)).toEqual({ value: 'Atlantis', label: 'Atlantis' });
});
