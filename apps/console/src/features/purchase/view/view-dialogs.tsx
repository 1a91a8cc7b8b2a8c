import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type CostAnalysis,
  type CostView,
  type CostViewTerms,
  costViewBody,
  costViews,
} from '@usance/api/billing/cost-view';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import * as m from '../../../i18n/messages.gen.ts';
import { AskFirst } from '../../../ui/feedback/dialog/ask-first.tsx';
import { FormModal } from '../../../ui/feedback/dialog/form-modal.tsx';
import { useFocusBack } from '../../../ui/feedback/dialog/use-focus-back.ts';
import { notify } from '../../../ui/feedback/message/notify.tsx';
import dialog from '../../../ui/form/dialog-form.module.css';
import { FormRefusal } from '../../../ui/form/form-refusal.tsx';
import { useCallForm } from '../../../ui/form/use-call-form.ts';
import { costViewQueries } from '../../cost-view/cost-view.queries.ts';

interface ViewFormProps {
  contractId: string;
  /** Absent for a new one. */
  view?: CostView;
  analysis: CostAnalysis;
  onSaved?: (view: CostView) => void;
  onClose: () => void;
}

/** Saves a view under a name, or changes its name and who sees it. */
export function ViewForm(props: ViewFormProps) {
  return (
    <FormModal
      opened
      onClose={props.onClose}
      title={props.view === undefined ? m.cost_view_save_title() : m.cost_view_edit()}
      size={440}
      returnFocus={false}
    >
      <NameForm {...props} />
    </FormModal>
  );
}

function NameForm({ contractId, view, analysis, onSaved, onClose }: ViewFormProps) {
  const queryClient = useQueryClient();
  useFocusBack();
  const { form, submit, tellField } = useCallForm<CostViewTerms>({
    body: costViewBody,
    initialValues: { name: view?.name ?? '', shared: view?.shared ?? false, analysis },
  });
  const params = { id: contractId };
  const save = useMutation({
    mutationFn: (body: CostViewTerms) =>
      view === undefined
        ? call(costViews.create, { params, body })
        : call(costViews.update, { params: { ...params, viewID: view.id }, body }),
    meta: { ignoreError: true },
    onSuccess: (saved) => {
      void queryClient.invalidateQueries({ queryKey: costViewQueries.all(contractId).queryKey });
      notify.success(m.cost_view_saved());
      onSaved?.(saved);
      onClose();
    },
    onError: (error) => tellField(error, { name: 'name' }),
  });
  const refusedFilter = Object.keys(form.errors).some((field) => field.startsWith('analysis'));
  return (
    <form noValidate className={dialog.form} onSubmit={submit((values) => save.mutate(values))}>
      <TextInput label={m.cost_view_name()} required data-autofocus maxLength={64} {...form.getInputProps('name')} />
      <Checkbox
        label={m.cost_view_share()}
        description={m.cost_view_share_hint()}
        {...form.getInputProps('shared', { type: 'checkbox' })}
      />
      {refusedFilter && <p role="alert">{m.cost_view_too_many_values()}</p>}
      <FormRefusal error={save.error} />
      <div className={dialog.end}>
        <Button variant="default" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {m.ui_save()}
        </Button>
      </div>
    </form>
  );
}

interface DeleteViewProps {
  view: CostView;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before a view is deleted. */
export function DeleteView({ view: { id, contractId, name, shared }, onDeleted, onClose }: DeleteViewProps) {
  const queryClient = useQueryClient();
  useFocusBack();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const remove = useMutation({
    mutationFn: () => call(costViews.delete, { params: { id: contractId, viewID: id }, idempotencyKey }),
    meta: { ignoreError: true },
    onSuccess: () => {
      notify.success(m.cost_view_deleted());
      onDeleted();
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: costViewQueries.all(contractId).queryKey }),
  });
  return (
    <AskFirst
      opened
      title={m.cost_view_delete_title({ name })}
      effect={shared ? m.cost_view_delete_shared_text() : m.cost_view_delete_text()}
      confirm={m.cost_view_delete()}
      isLoss
      isPending={remove.isPending}
      failure={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    />
  );
}
