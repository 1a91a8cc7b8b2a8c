import type { QueryClient } from '@tanstack/react-query';
import * as m from '../../../i18n/messages.gen.ts';
import { notify } from '../../../ui/feedback/message/notify.tsx';
import { costViewQueries } from '../../cost-view/cost-view.queries.ts';
import type { PurchaseSearch } from '../search/purchase-search.ts';
import { searchOfView } from './view-search.ts';

/** Returns the search that a link to a view means. If the reader has no such view, they are told, and see their costs. */
export async function searchOfLink(
  queryClient: QueryClient,
  { contractId, viewId }: { contractId: string; viewId: string },
): Promise<Partial<PurchaseSearch>> {
  const { items } = await queryClient.fetchQuery(costViewQueries.all(contractId));
  const view = items.find(({ id }) => id === viewId);
  if (view === undefined) {
    notify.warning(m.refusal_cost_view_not_found());
    return {};
  }
  return searchOfView(view);
}
