import { Button, CopyButton } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CostAnalysis, type CostView, costViews, type ViewMail } from '@usance/api/billing/cost-view';
import { call } from '../../../api/call.ts';
import * as m from '../../../i18n/messages.gen.ts';
import { notify } from '../../../ui/feedback/message/notify.tsx';
import { ChoiceField } from '../../../ui/field/choice-field.tsx';
import { costViewQueries } from '../../cost-view/cost-view.queries.ts';
import classes from './views.module.css';

interface OpenViewProps {
  view: CostView;
  /** The analysis on the screen, if it differs from the view's. */
  analysis: CostAnalysis | undefined;
  onEdit: () => void;
  onDelete: () => void;
  onReset: () => void;
}

/** The open view: its changes, its mail, and what may be done with it. */
export function OpenView({ view, analysis, onEdit, onDelete, onReset }: OpenViewProps) {
  const { id, contractId, name, shared, mayChange, mail } = view;
  const params = { id: contractId, viewID: id };
  const save = useSaved(contractId, m.cost_view_saved(), (body: CostAnalysis) =>
    call(costViews.update, { params, body: { name, shared, analysis: body } }),
  );
  const choose = useSaved(contractId, m.cost_view_mail_saved(), (chosen: ViewMail) =>
    call(costViews.mail, { params, body: { mail: chosen } }),
  );
  return (
    <section aria-label={name} className={classes.opened}>
      <p className={classes.name}>{name}</p>
      {analysis && (
        <div className={classes.acts}>
          {mayChange && (
            <Button size="compact-sm" loading={save.isPending} onClick={() => save.mutate(analysis)}>
              {m.cost_view_save_changes()}
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={onReset}>
            {m.cost_view_reset()}
          </Button>
        </div>
      )}
      <ChoiceField
        label={m.cost_view_mail()}
        value={mail}
        options={Object.entries(mailWord).map(([value, word]) => ({ value, label: word() }))}
        onChange={(chosen) => {
          if (chosen !== null && chosen in mailWord) choose.mutate(chosen as ViewMail);
        }}
      />
      <div className={classes.acts}>
        <CopyButton value={`${location.origin}/billing-center/${contractId}/cost-views/${id}`} timeout={2000}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? m.ui_copied() : m.cost_view_copy_link()}
            </Button>
          )}
        </CopyButton>
        {mayChange && (
          <>
            <Button size="compact-sm" variant="default" onClick={onEdit}>
              {m.cost_view_edit()}
            </Button>
            <Button size="compact-sm" variant="default" onClick={onDelete}>
              {m.cost_view_delete()}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

const mailWord: Readonly<Record<ViewMail, () => string>> = {
  none: m.cost_view_mail_none,
  monday: m.cost_view_mail_monday,
  firstOfMonth: m.cost_view_mail_first_of_month,
};

/** A change of a view, after which the list is read again. */
function useSaved<Given>(contractId: string, done: string, change: (given: Given) => Promise<CostView>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => notify.success(done),
    onSettled: () => queryClient.invalidateQueries({ queryKey: costViewQueries.all(contractId).queryKey }),
  });
}
