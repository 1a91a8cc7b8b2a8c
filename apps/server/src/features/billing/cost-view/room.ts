import { costViews } from '@usance/api/billing/cost-view';
import { ofPeople } from '#platform/house/archived-text.ts';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { chooseViewMail } from './choose-mail.ts';
import { listCostViews } from './cost-view.queries.ts';
import { createCostView, deleteCostView, updateCostView } from './keep-cost-view.ts';
import { nextViewMail, sendViewMails } from './send-view-mails.ts';

export const costViewRoom: Room = {
  calls: mount(costViews, {
    list: listCostViews,
    create: createCostView,
    update: updateCostView,
    delete: deleteCostView,
    mail: chooseViewMail,
  }),
  rounds: [
    {
      name: 'cost-view.mail',
      cron: '* * * * *',
      run: (deps, { now }) => sendViewMails(deps, now),
      dueAfter: nextViewMail,
      after: 'purchase.rate-due',
    },
  ],
  tables: { cost_view: { stays: ofPeople }, cost_view_mail: { stays: ofPeople } },
};
