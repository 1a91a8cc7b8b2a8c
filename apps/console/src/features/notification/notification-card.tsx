import { Checkbox } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type NotificationKind, notifications } from '@usance/api/contract/notification';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { Failure } from '../../ui/feedback/failure.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { Section } from '../../ui/page/section.tsx';
import { notificationQueries } from './notification.queries.ts';
import classes from './notification-card.module.css';

/** The kinds of notifications that the reader gets by mail. A change shows at once, and reverts if saving fails. */
export function NotificationCard() {
  const queryClient = useQueryClient();
  const query = notificationQueries.preferences();
  const { data, error, refetch } = useQuery(query);
  const prefer = useMutation({
    mutationFn: (item: { kind: NotificationKind; mail: boolean }) =>
      call(notifications.prefer, { body: { items: [item] } }),
    // Changes are sent one by one, so that the last choice is stored.
    scope: { id: 'notification-preference' },
    meta: { ignoreError: true },
    onMutate: async ({ kind, mail }) => {
      await queryClient.cancelQueries(query);
      queryClient.setQueryData(
        query.queryKey,
        (known) => known && { items: known.items.map((each) => (each.kind === kind ? { kind, mail } : each)) },
      );
    },
    onError: () => queryClient.invalidateQueries(query),
  });
  return (
    <Section title={m.notification_title()} id="notifications">
      <p className={classes.why}>{m.notification_mail_why()}</p>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <div className={classes.waiting} aria-busy="true" />}
      {data && (
        <fieldset className={classes.kinds}>
          <legend className={classes.legend}>{m.notification_mail_legend()}</legend>
          {data.items.map(({ kind, mail }) => (
            <Checkbox
              key={kind}
              label={kindWord[kind]()}
              checked={mail}
              onChange={({ currentTarget }) => prefer.mutate({ kind, mail: currentTarget.checked })}
            />
          ))}
        </fieldset>
      )}
      <FormRefusal error={prefer.error} />
    </Section>
  );
}

const kindWord: Readonly<Record<NotificationKind, () => string>> = {
  private_offer: m.notification_kind_private_offer,
  statement_issued: m.notification_kind_statement_issued,
  balance_low: m.notification_kind_balance_low,
  budget: m.notification_kind_budget,
  account_period: m.notification_kind_account_period,
  billing_upgrade: m.notification_kind_billing_upgrade,
  voucher_ending: m.notification_kind_voucher_ending,
  marketplace_hour: m.notification_kind_marketplace_hour,
};
