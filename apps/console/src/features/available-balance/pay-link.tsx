import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';

/** Leads to the bank details, the amount to send and the reference to state. */
export function PayLink({ contractId }: { contractId: string }) {
  return (
    <Button
      variant="default"
      data-screen-only
      renderRoot={(props) => <Link to="/contracts/$contractId/payment-methods" params={{ contractId }} {...props} />}
    >
      {m.available_balance_pay()}
    </Button>
  );
}
