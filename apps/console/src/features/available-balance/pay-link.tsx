import { Button, type ButtonProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import * as m from '../../i18n/messages.gen.ts';

interface PayLinkProps extends Pick<ButtonProps, 'size'> {
  contractId: string;
  'aria-label'?: string;
}

/** Leads to the bank details, the amount to send and the reference to state. */
export function PayLink({ contractId, ...look }: PayLinkProps) {
  return (
    <Button
      variant="default"
      {...look}
      data-screen-only
      renderRoot={(props) => <Link to="/contracts/$contractId/payment-methods" params={{ contractId }} {...props} />}
    >
      {m.available_balance_pay()}
    </Button>
  );
}
