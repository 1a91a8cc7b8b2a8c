import { Button, type ButtonProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import * as m from '../../i18n/messages.gen.ts';

/** Links to a contract's billing center. */
export function BillingLink({ contractId, ...look }: { contractId: string } & Pick<ButtonProps, 'size' | 'variant'>) {
  return (
    <Button
      {...look}
      renderRoot={(props) => (
        <Link to="/billing-center/$contractId/income-expense" params={{ contractId }} {...props} />
      )}
    >
      {m.contract_open_billing()}
    </Button>
  );
}
