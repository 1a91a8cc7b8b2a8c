import { Select } from '@mantine/core';
import { usePressOnArrival } from '../opening/use-press-on-arrival.ts';
import type { ChoiceFieldProps } from './choice-field.tsx';

/** The field with its list. */
export function OpenedChoiceField({ options, ...props }: ChoiceFieldProps) {
  const field = usePressOnArrival<HTMLInputElement>();
  return <Select {...props} ref={field} data={options} />;
}
