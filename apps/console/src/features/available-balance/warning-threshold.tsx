import { TextInput } from '@mantine/core';
import { m } from '../../paraglide/messages.js';

/** The balance below which a warning would be sent. Shown as 0.00; it cannot be set yet. */
export function WarningThreshold() {
  return (
    <TextInput
      label={m.available_balance_threshold_unit()}
      value="0.00"
      inputMode="decimal"
      readOnly
      disabled
      w={220}
    />
  );
}
