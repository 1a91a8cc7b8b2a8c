import { phoneCountries } from '@usance/api/phone';
import type { Option } from '../../ui/field/option-list.tsx';

/** The countries of which telephone numbers are taken, as they are dialled. */
export function phonePrefixes(): Option[] {
  return Object.keys(phoneCountries).map((value) => ({ value, label: `+${value}` }));
}
