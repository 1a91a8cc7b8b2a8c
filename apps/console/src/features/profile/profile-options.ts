import type { ConsoleVariant } from '../../api/boot.ts';
import type { Option } from '../../ui/field/option-list.tsx';
import { countryNames, countryWord } from '../../ui/format/country-word.ts';
import { countryLabel } from '../registration/countries.ts';
import { companySizes, jobTitles, optionsOf, positions } from '../registration/registration-choices.ts';

/** Returns the job titles of the console's sign-up: those of the survey, or those of the full-name form. */
export function positionOptions(variant: ConsoleVariant, said: string): Option[] {
  return withSaid(optionsOf(variant === 'hosted' ? jobTitles : positions), said);
}

export function companySizeOptions(said: string): Option[] {
  return withSaid(optionsOf(companySizes), said);
}

export function profileCountries(said: string): Option[] {
  return withSaid(
    countryNames.map((value) => ({ value, label: countryWord(value) })),
    said,
    countryLabel(said),
  );
}

/** Adds the stored value if it is not on the list, such as one from sign-up. */
function withSaid(options: Option[], said: string, label = said): Option[] {
  if (said === '' || options.some(({ value }) => value === said)) return options;
  return [...options, { value: said, label }];
}
