import { phoneCountries } from '@usance/api/phone';
import type { ConsoleVariant } from '../../api/console-variant.ts';
import type { Option } from '../../ui/field/option-list.tsx';
import { countryRegions, countryWord } from '../../ui/words/country-word.ts';
import { companySizes, jobTitles, optionsOf, positions } from '../registration/registration-choices.ts';

/** The job titles of a variant's sign-up: those of the survey, or those of the form with full name and position. */
export function positionOptions(variant: ConsoleVariant, said: string): Option[] {
  return withSaid(optionsOf(variant === 'hosted' ? jobTitles : positions), said);
}

export function companySizeOptions(said: string): Option[] {
  return withSaid(optionsOf(companySizes), said);
}

export function profileCountries(said: string): Option[] {
  return withSaid(
    Object.keys(countryRegions).map((value) => ({ value, label: countryWord(value) })),
    said,
  );
}

export function countryCodeOptions(): Option[] {
  const codes = Object.entries(phoneCountries).map(([value, { name }]) => ({
    value,
    label: `+${value} ${countryWord(name)}`,
  }));
  return codes.sort((one, other) => Number(other.value === '86') - Number(one.value === '86'));
}

/** What somebody said elsewhere, as at sign-up, stays to be chosen though it is not on the list. */
function withSaid(options: Option[], said: string): Option[] {
  if (said === '' || options.some(({ value }) => value === said)) return options;
  return [...options, { value: said, label: said }];
}
