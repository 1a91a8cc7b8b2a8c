import { phoneCountries } from '@usance/api/phone';
import type { ConsoleVariant } from '../../api/console-variant.ts';
import { m } from '../../paraglide/messages.js';
import { localeTag } from '../../ui/format/locale.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
}

type Words = readonly (readonly [value: string, word: () => string])[];

// What is kept is the English word, as the console specification lists it; what is read follows the language.
const jobTitles: Words = [
  ['Consultant', m.profile_job_consultant],
  ['Business Executive', m.profile_job_business_executive],
  ['Data Engineer', m.profile_job_data_engineer],
  ['Data Scientist', m.profile_job_data_scientist],
  ['Developer / Engineer', m.profile_job_developer],
  ['IT / DBA', m.profile_job_it_dba],
  ['Product Manager', m.profile_job_product_manager],
  ['Marketing', m.profile_job_marketing],
  ['Security', m.profile_job_security],
  ['Technical Executive', m.profile_job_technical_executive],
  ['Startup Founder', m.profile_job_startup_founder],
  ['Student', m.profile_job_student],
  ['BI / Analyst', m.profile_job_bi_analyst],
  ['Other', m.profile_job_other],
];

const positions: Words = [
  ['Software Engineer', m.profile_job_software_engineer],
  ['Data Scientist', m.profile_job_data_scientist],
  ['Data Analyst', m.profile_job_data_analyst],
  ['Sales Manager', m.profile_job_sales_manager],
  ['Marketing Manager', m.profile_job_marketing_manager],
  ['Product Manager', m.profile_job_product_manager],
  ['Technical Manager', m.profile_job_technical_manager],
  ['CEO/Founder', m.profile_job_ceo],
  ['Other', m.profile_job_other],
];

const regionOf: Readonly<Record<string, string>> = {
  'United States': 'US',
  Singapore: 'SG',
  China: 'CN',
  'Hong Kong': 'HK',
  Japan: 'JP',
  'South Korea': 'KR',
  'United Kingdom': 'GB',
  Germany: 'DE',
  France: 'FR',
  Italy: 'IT',
};

/** The job titles of a variant's sign-up: those of the survey, or those of the form with full name and position. */
export function positionOptions(variant: ConsoleVariant, said: string): Choice[] {
  const words = variant === 'hosted' ? jobTitles : positions;
  return withSaid(
    words.map(([value, word]) => ({ value, label: word() })),
    said,
  );
}

export function companySizeOptions(said: string): Choice[] {
  const ranges = ['1-50', '51-200', '201-10000', '10001+'];
  return withSaid(
    ranges.map((range) => ({ value: range, label: m.profile_company_size_of({ range }) })),
    said,
  );
}

export function profileCountries(said: string): Choice[] {
  return withSaid(
    Object.keys(regionOf).map((value) => ({ value, label: countryWord(value) })),
    said,
  );
}

export function countryCodeOptions(): Choice[] {
  const codes = Object.entries(phoneCountries).map(([value, { name }]) => ({
    value,
    label: `+${value} ${countryWord(name)}`,
  }));
  return codes.sort((one, other) => Number(other.value === '86') - Number(one.value === '86'));
}

function countryWord(name: string): string {
  const region = regionOf[name];
  // In English the names stand as they are kept.
  if (region === undefined || localeTag() === 'en-US') return name;
  return new Intl.DisplayNames([localeTag()], { type: 'region' }).of(region) ?? name;
}

/** What somebody said elsewhere, as at sign-up, stays to be chosen though it is not on the list. */
function withSaid(options: Choice[], said: string): Choice[] {
  if (said === '' || options.some(({ value }) => value === said)) return options;
  return [...options, { value: said, label: said }];
}
