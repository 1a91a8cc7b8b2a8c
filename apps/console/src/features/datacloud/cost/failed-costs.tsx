import { useQueries } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import { instantOfEpochMs } from '@usance/period/instant';
import { consoleNow } from '../../../api/product-time.ts';
import * as m from '../../../i18n/messages.gen.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { monthCosts } from './month-costs.ts';

/** Says once for all data clouds that costs failed to load, since a dash beside each looks like no cost. */
export function FailedCosts({ contracts }: { contracts: readonly Contract[] }) {
  const now = instantOfEpochMs(consoleNow());
  // The data clouds in sight ask; this asks for none beyond them.
  const queries = contracts.map((contract) => ({ ...monthCosts(contract, now), enabled: false }));
  const failed = useQueries({ queries }).filter(({ isLoadingError }) => isLoadingError);
  const error = failed[0]?.error;
  if (!error) return null;
  const again = () => {
    for (const { refetch } of failed) void refetch();
  };
  return <Failure error={error} title={m.datacloud_costs_failed()} onRetry={again} />;
}
