import { TextInput } from '@mantine/core';
import { useState } from 'react';

interface SharesFieldProps {
  label: string;
  hint: string;
  /** Shares in percent. */
  shares: readonly number[];
  error: string | undefined;
  onChange: (shares: number[]) => void;
}

/** A field for several whole numbers, such as "50, 80". Anything else in it becomes a number that no rule takes. */
export function SharesField({ label, hint, shares, error, onChange }: SharesFieldProps) {
  const [typed, setTyped] = useState(() => shares.join(', '));
  return (
    <TextInput
      label={label}
      description={hint}
      autoComplete="off"
      error={error}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onChange(value.split(/[\s,，、%]+/).flatMap((part) => (part === '' ? [] : [Number(part)])));
      }}
    />
  );
}
