import { costViews } from '@usance/api/billing/cost-view';
import type { CallBody } from '@usance/api/call';
import type { Caller } from '#testing/callers.ts';

/** The first question of cost analysis. */
export const thisMonth = { range: 'this-month' } as const;

/** A person's calls about the views of a contract. A test states the terms that matter to it. */
export function viewing(caller: Caller, id: string) {
  const params = { id };
  const of = (viewID: string) => ({ params: { id, viewID } });
  return {
    save: (body: Partial<CallBody<typeof costViews.create>> = {}) =>
      caller.call(costViews.create, { params, body: { name: 'mine', analysis: thisMonth, ...body } }),
    list: async () => (await caller.call(costViews.list, { params, query: {} })).items,
    names: async () => (await caller.call(costViews.list, { params, query: {} })).items.map(({ name }) => name),
    change: (viewID: string, body: Partial<CallBody<typeof costViews.update>>) =>
      caller.call(costViews.update, { ...of(viewID), body: { name: 'mine', analysis: thisMonth, ...body } }),
    remove: (viewID: string) => caller.call(costViews.delete, of(viewID)),
    mail: (viewID: string, mail: CallBody<typeof costViews.mail>['mail'], asked = {}) =>
      caller.call(costViews.mail, { ...of(viewID), body: { mail }, ...asked }),
  };
}
