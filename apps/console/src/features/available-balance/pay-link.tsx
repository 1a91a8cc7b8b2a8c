import { Button, type ButtonProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import * as m from '../../i18n/messages.gen.ts';

interface PayLinkProps extends Pick<ButtonProps, 'size'> {
  contractId: string;
  'aria-label'?: string;
}

/** Links to the bank details, with the amount and the payment reference. */
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
