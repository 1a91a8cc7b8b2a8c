import { NumberInput } from '@mantine/core';
import { m } from '../../paraglide/messages.js';

/** The balance below which a warning would be sent. Shown as 0.00; it cannot be set yet. */
export function WarningThreshold() {
  return (
    <NumberInput
      label={m.ledger_threshold_unit()}
      value={0}
      decimalScale={2}
      fixedDecimalScale
      min={0}
      disabled
      w={220}
    />
  );
}
