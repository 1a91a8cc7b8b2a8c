import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListedDatacloud } from '@usance/api/contract/datacloud';
import { datacloudTags, replaceTagsBody } from '@usance/api/contract/datacloud-tag';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { FormModal } from '../../ui/feedback/dialog/form-modal.tsx';
import { useFocusBack } from '../../ui/feedback/dialog/use-focus-back.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';
import dialog from '../../ui/form/dialog-form.module.css';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { useCallForm } from '../../ui/form/use-call-form.ts';
import { TagRows } from './tag-rows.tsx';

interface EditTagsDialogProps {
  datacloud: ListedDatacloud;
  onClose: () => void;
}

/** Edits all tags of a data cloud, and saves them at once. */
export function EditTagsDialog(props: EditTagsDialogProps) {
  return (
    <FormModal
      opened
      onClose={props.onClose}
      title={m.datacloud_tag_title({ name: props.datacloud.name })}
      size={600}
      returnFocus={false}
    >
      <TagsForm {...props} />
    </FormModal>
  );
}

function TagsForm({ datacloud: { id, contractId, tags }, onClose }: EditTagsDialogProps) {
  const queryClient = useQueryClient();
  useFocusBack();
  const { form, submit } = useCallForm({
    body: replaceTagsBody,
    initialValues: { tags: tags.length === 0 ? [{ key: '', value: '' }] : tags.map((tag) => ({ ...tag })) },
  });
  const replace = useMutation({
    mutationFn: (body: { tags: ListedDatacloud['tags'] }) =>
      call(datacloudTags.replace, { params: { id: contractId, datacloudID: id }, body }),
    meta: { ignoreError: true },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['datacloud'] });
      notify.success(m.datacloud_tag_saved());
      onClose();
    },
  });
  return (
    <form noValidate className={dialog.form} onSubmit={submit((values) => replace.mutate(values))}>
      <p className={dialog.why}>{m.datacloud_tag_hint()}</p>
      <TagRows form={form} />
      <FormRefusal error={replace.error} />
      <div className={dialog.end}>
        <Button variant="default" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" loading={replace.isPending}>
          {m.datacloud_tag_save()}
        </Button>
      </div>
    </form>
  );
}
