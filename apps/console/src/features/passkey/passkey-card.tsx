import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Passkey, type PasskeyCreation, passkeys } from '@usance/api/people/passkey';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { LateAskFirst } from '../../ui/feedback/dialog/late-ask-first.ts';
import { lateDialog } from '../../ui/feedback/dialog/late-dialog.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { focusFirst, isFocusLost } from '../../ui/feedback/focus-first.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import rows from '../../ui/page/row-list.module.css';
import { Section } from '../../ui/page/section.tsx';
import { canUsePasskeys } from '../account/prove-passkey.ts';
import { useProved } from '../proof/use-proved.tsx';
import classes from './passkey.module.css';
import { passkeyQueries } from './passkey.queries.ts';
import { PasskeyRow } from './passkey-row.tsx';

const AddPasskeyDialog = lateDialog(async () => (await import('./add-passkey-dialog.tsx')).AddPasskeyDialog, 'begun');

const RenamePasskeyDialog = lateDialog(
  async () => (await import('./rename-passkey-dialog.tsx')).RenamePasskeyDialog,
  'passkey',
);

/** The reader's passkeys, to add, rename and remove. */
export function PasskeyCard() {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(passkeyQueries.own());
  const [begun, setBegun] = useState<PasskeyCreation>();
  const [renaming, setRenaming] = useState<Passkey>();
  const [removing, setRemoving] = useState<Passkey>();
  const stale = () => void queryClient.invalidateQueries(passkeyQueries.own());
  const begin = useProved({ ask: () => call(passkeys.begin), onDone: setBegun });
  const remove = useProved({
    ask: (id: string) => call(passkeys.remove, { params: { id } }),
    onDone: () => {
      notify.success(m.passkey_removed());
      stale();
    },
    onRefused: stale,
  });
  const canAdd = canUsePasskeys();
  const card = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(card, data?.items.length ?? 0);
  return (
    <div ref={card}>
      <Section
        title={m.passkey_title()}
        actions={
          canAdd && (
            <Button variant="default" size="xs" loading={begin.isPending} onClick={() => begin.start()}>
              {m.passkey_add()}
            </Button>
          )
        }
      >
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {!data && !error && <div className={classes.waiting} aria-busy="true" />}
        {data?.items.length === 0 && <NoPasskeys canAdd={canAdd} />}
        {data && data.items.length > 0 && (
          <ul className={rows.rows}>
            {data.items.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                isBusy={remove.isPending}
                onRename={() => setRenaming(passkey)}
                onRemove={() => setRemoving(passkey)}
              />
            ))}
          </ul>
        )}
        <FormRefusal error={begin.error ?? remove.error} />
        <AddPasskeyDialog
          begun={begun}
          onClose={() => {
            setBegun(undefined);
            focusFirst(card.current);
          }}
          onAdded={stale}
        />
        <RenamePasskeyDialog passkey={renaming} onClose={() => setRenaming(undefined)} onRenamed={stale} />
        <AskBeforeRemoval passkey={removing} onClose={() => setRemoving(undefined)} onRemove={remove.start} />
        {begin.proof}
        {remove.proof}
      </Section>
    </div>
  );
}

function NoPasskeys({ canAdd }: { canAdd: boolean }) {
  return (
    <>
      <p className={classes.name}>{m.passkey_none()}</p>
      <p className={classes.why}>{canAdd ? m.passkey_none_hint() : m.passkey_cannot()}</p>
    </>
  );
}

interface AskBeforeRemovalProps {
  passkey: Passkey | undefined;
  onClose: () => void;
  onRemove: (id: string) => void;
}

function AskBeforeRemoval({ passkey, onClose, onRemove }: AskBeforeRemovalProps) {
  return (
    <LateAskFirst
      opened={passkey !== undefined}
      title={m.passkey_remove_title()}
      effect={m.passkey_remove_effect()}
      confirm={m.passkey_remove()}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        if (passkey) onRemove(passkey.id);
      }}
    >
      <p className={classes.meant}>{passkey?.name}</p>
    </LateAskFirst>
  );
}

/** Moves the focus into the card when a row is gone with its focused button. */
function useFocusAfterRemoval(card: RefObject<HTMLDivElement | null>, count: number): void {
  const shown = useRef(count);
  useEffect(() => {
    if (count < shown.current && isFocusLost()) focusFirst(card.current);
    shown.current = count;
  }, [card, count]);
}
