import { ComboboxChevron, Input, InputBase, type SelectProps } from '@mantine/core';
import { Late } from '../late/late.ts';
import { opensOnKey } from '../opening/opens-on-key.ts';
import { useLate } from '../opening/use-late.ts';

export interface ChoiceFieldProps
  extends Pick<SelectProps, 'label' | 'aria-label' | 'placeholder' | 'w' | 'allowDeselect' | 'clearButtonProps'> {
  options: readonly { value: string; label: string }[];
  value: string | null;
  onChange: (value: string | null) => void;
  clearable?: boolean;
}

const openedField = new Late(async () => (await import('./opened-choice-field.late.tsx')).OpenedChoiceField);

/** One of a few values. The list comes when it is opened. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { part: OpenedField, press } = useLate(openedField);
  return OpenedField ? <OpenedField {...props} /> : <ClosedField {...props} onOpen={press} />;
}

function ClosedField({
  options,
  value,
  onChange,
  onOpen,
  clearable = false,
  clearButtonProps,
  allowDeselect,
  ...look
}: ChoiceFieldProps & { onOpen: () => void }) {
  return (
    <InputBase
      {...look}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      autoComplete="off"
      readOnly
      pointer
      value={options.find((option) => option.value === value)?.label ?? ''}
      onClick={onOpen}
      onKeyDown={opensOnKey(onOpen)}
      __staticSelector="Select"
      __defaultRightSection={<ComboboxChevron />}
      __clearSection={<Input.ClearButton {...clearButtonProps} onClick={() => onChange(null)} />}
      __clearable={clearable && value !== null}
      rightSectionPointerEvents="none"
    />
  );
}
