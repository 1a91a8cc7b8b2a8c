import { phoneCountries, usualCountryCode } from '@usance/api/phone';
import type { Option } from '../../ui/field/option-list.tsx';
import { countryWord } from '../../ui/format/country-word.ts';

/** Returns the accepted countries of telephone numbers, the default first, as dial codes with optional names. */
export function phoneCountryOptions({ isNamed }: { isNamed: boolean }): Option[] {
  const options = Object.entries(phoneCountries).map(([value, { name }]) => ({
    value,
    label: isNamed ? `+${value} ${countryWord(name)}` : `+${value}`,
  }));
  return options.sort(
    (one, other) => Number(other.value === usualCountryCode) - Number(one.value === usualCountryCode),
  );
}
