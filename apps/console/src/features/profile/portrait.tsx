import { Button, FileButton } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { portraitBytes, portraits } from '@usance/api/people/portrait';
import type { Settings } from '@usance/api/people/settings';
import { useRef, useState } from 'react';
import { NetworkError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { Late } from '../../ui/late/late.ts';
import { useLate } from '../../ui/opening/use-late.ts';
import { Person } from './person.tsx';
import classes from './portrait.module.css';
import { keepProfile } from './profile.queries.ts';

const cropDialog = new Late(async () => (await import('./crop-dialog.late.tsx')).CropDialog);

/** The portrait, cropped from a picture that the reader chooses. */
export function Portrait({ profile }: { profile: Settings }) {
  const queryClient = useQueryClient();
  const { part: CropDialog, press } = useLate(cropDialog);
  const [chosen, setChosen] = useState<File | null>(null);
  const resetFile = useRef<() => void>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const remove = useMutation({
    mutationFn: () => call(portraits.set, { body: { content: '' } }),
    onSuccess: (kept) => {
      keepProfile(queryClient, kept);
      notify.success(m.profile_portrait_removed());
      choose.current?.focus();
    },
  });
  // Refusals appear as notifications. A lost connection is shown here, after several failed attempts.
  const close = () => {
    setChosen(null);
    choose.current?.focus();
  };
  const take = (file: File | null) => {
    // Lets the reader choose the same file again.
    resetFile.current?.();
    if (file === null) return;
    if (file.size >= portraitBytes) return notify.warning(m.rule_portrait_too_large());
    press();
    setChosen(file);
  };
  return (
    <div className={classes.portrait}>
      <Person identity={profile} size={88} />
      <div className={classes.ways}>
        <div className={classes.buttons}>
          <FileButton resetRef={resetFile} accept="image/png,image/jpeg,image/webp" onChange={take}>
            {(props) => (
              <Button variant="default" size="xs" ref={choose} {...props}>
                {profile.portrait === undefined ? m.profile_portrait_upload() : m.profile_portrait_change()}
              </Button>
            )}
          </FileButton>
          {profile.portrait !== undefined && (
            <Button variant="subtle" size="xs" loading={remove.isPending} onClick={() => remove.mutate()}>
              {m.profile_portrait_remove()}
            </Button>
          )}
        </div>
        <p className={classes.hint}>{m.profile_portrait_hint()}</p>
        <FormRefusal error={remove.error instanceof NetworkError ? remove.error : undefined} />
      </div>
      {CropDialog && chosen && <CropDialog file={chosen} onClose={close} />}
    </div>
  );
}
