import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import * as m from '../../i18n/messages.gen.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { type Policy, policyName } from './policy.ts';

/** The page for a document for which the operator has set no address. */
export function PolicyPage({ policy }: { policy: Policy }) {
  return (
    <PageHeader
      title={policyName[policy]()}
      lead={m.policy_unset()}
      actions={
        <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
          {m.shell_back_home()}
        </Button>
      }
    />
  );
}
