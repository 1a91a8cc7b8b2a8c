import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { operators } from '@usance/api/contract/operator';
import type { Identity } from '@usance/api/people/account';
import { call } from '../api/call.ts';
import { nameOf } from '../features/profile/person.tsx';
import * as m from '../i18n/messages.gen.ts';
import { formatInstant } from '../ui/format/dates.ts';
import classes from './assumed-bar.module.css';

interface AssumedBarProps {
  identity: Identity;
  assumed: NonNullable<Identity['assumed']>;
}

/** Shows an operator on every page which customer they act for, and lets them return to their own account. */
export function AssumedBar({ identity, assumed }: AssumedBarProps) {
  const leave = useMutation({
    mutationFn: () => call(operators.assume, { params: { id: identity.id }, query: { acquire: false } }),
    // A full load drops all data of the customer.
    onSuccess: () => window.location.assign('/'),
  });
  return (
    <section className={classes.bar} aria-label={m.shell_assumed_title()} data-screen-only>
      <p className={classes.who}>
        {m.shell_assumed({
          operator: assumed.by,
          name: nameOf(identity),
          until: formatInstant(assumed.gmtExpires),
        })}
      </p>
      <Button size="compact-sm" variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
        {m.shell_assumed_leave()}
      </Button>
    </section>
  );
}
