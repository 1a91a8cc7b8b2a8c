import { Button, Group, Modal, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { apps } from '@usance/api/people/app';
import { call } from '../../api/call.ts';
import { endPlatformGrant, usePlatformGrantWanted } from '../../api/platform-grant-state.ts';
import * as m from '../../i18n/messages.gen.ts';
import { useFocusBack } from '../../ui/feedback/dialog/use-focus-back.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';

/** Asks the reader to let the platform obtain a security token for them. They then retry the refused action. */
export function PlatformGrantDialog() {
  useFocusBack();
  const grant = useMutation({
    mutationFn: () => call(apps.grant, { params: { id: 'platform' } }),
    onSuccess: () => {
      endPlatformGrant();
      notify.success(m.account_platform_granted());
    },
  });
  return (
    <Modal
      opened={usePlatformGrantWanted()}
      onClose={endPlatformGrant}
      title={m.account_platform_grant()}
      size={500}
      closeOnClickOutside={false}
    >
      <Text>{m.account_platform_grant_why()}</Text>
      <Group justify="flex-end" mt={20} gap={8}>
        <Button variant="default" onClick={endPlatformGrant}>
          {m.ui_cancel()}
        </Button>
        <Button data-autofocus loading={grant.isPending} onClick={() => grant.mutate()}>
          {m.ui_ok()}
        </Button>
      </Group>
    </Modal>
  );
}
