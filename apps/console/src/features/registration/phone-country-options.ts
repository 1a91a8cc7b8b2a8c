import { phoneCountries, usualCountryCode } from '@usance/api/phone';
import type { Option } from '../../ui/field/option-list.tsx';
import { countryWord } from '../../ui/format/country-word.ts';

/** The countries of which telephone numbers are taken, the usual one first: as they are dialled, with a name where there is room. */
export function phoneCountryOptions({ isNamed }: { isNamed: boolean }): Option[] {
  const options = Object.entries(phoneCountries).map(([value, { name }]) => ({
    value,
    label: isNamed ? `+${value} ${countryWord(name)}` : `+${value}`,
  }));
  return options.sort(
    (one, other) => Number(other.value === usualCountryCode) - Number(one.value === usualCountryCode),
  );
}
