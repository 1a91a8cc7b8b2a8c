import { Checkbox } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { costSharings } from '@usance/api/contract/cost-sharing';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { Failure } from '../../ui/feedback/failure.tsx';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { Section } from '../../ui/page/section.tsx';
import { costSharingQueries } from './cost-sharing.queries.ts';
import classes from './cost-sharing-section.module.css';

interface CostSharingSectionProps {
  contractId: string;
  /** True for an admin of the contract; others see the setting. */
  mayChange: boolean;
}

/** The switch by which an admin lets every role read the costs of data clouds. */
export function CostSharingSection({ contractId, mayChange }: CostSharingSectionProps) {
  const queryClient = useQueryClient();
  const query = costSharingQueries.detail(contractId);
  const { data, error, refetch } = useQuery(query);
  const update = useMutation({
    mutationFn: (shared: boolean) => call(costSharings.update, { params: { id: contractId }, body: { shared } }),
    // Changes are sent one by one, so that the last choice is stored.
    scope: { id: `cost-sharing ${contractId}` },
    meta: { ignoreError: true },
    onSuccess: (kept) => {
      queryClient.setQueryData(query.queryKey, kept);
      notify.success(kept.shared ? m.cost_sharing_on() : m.cost_sharing_off());
    },
  });
  return (
    <Section title={m.cost_sharing_title()}>
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <Checkbox
          className={classes.field}
          label={m.cost_sharing_switch()}
          description={mayChange ? m.cost_sharing_hint() : `${m.cost_sharing_hint()} ${m.cost_sharing_only_admin()}`}
          checked={update.isPending ? update.variables : (data?.shared ?? false)}
          disabled={!mayChange || data === undefined}
          onChange={({ currentTarget }) => update.mutate(currentTarget.checked)}
        />
      )}
      <FormRefusal error={update.error} />
    </Section>
  );
}
