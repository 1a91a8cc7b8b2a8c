import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import * as m from '../../i18n/messages.gen.ts';
import { IconFingerprint } from '../../ui/icon/icons.tsx';
import { PasskeyFailure } from './passkey-failure.tsx';
import { canUsePasskeys, provePasskey } from './prove-passkey.ts';
import classes from './public-form.module.css';
import { useSignedIn } from './use-signed-in.ts';

/** Signs in with a passkey, without an e-mail. Renders nothing if the browser has no passkeys. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
  const done = useSignedIn(onSignedIn);
  const signIn = useMutation({
    mutationFn: () => provePasskey({ refresh: false }),
    meta: { ignoreError: true },
    onSuccess: done,
  });
  if (!canUsePasskeys()) return null;
  return (
    <div className={classes.other}>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={18} />}
        loading={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        {m.account_with_passkey()}
      </Button>
      <PasskeyFailure error={signIn.error} />
    </div>
  );
}
