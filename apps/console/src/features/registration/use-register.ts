import { useMutation, useQueryClient } from '@tanstack/react-query';
import { registrations } from '@usance/api/people/registration';
import type { CallInput } from '@usance/api/request';
import { call } from '../../api/call.ts';
import { resetInvalidSession } from '../../api/session-state.ts';
import * as m from '../../i18n/messages.gen.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { accountQueries } from '../account/account.queries.ts';

type RegisterBody = CallInput<typeof registrations.register>['body'];

/** Creates the account and signs in. */
export function useRegister(onRegistered: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RegisterBody) => call(registrations.register, { body }),
    meta: { ignoreError: true },
    onSuccess: (identity) => {
      resetInvalidSession();
      queryClient.clear();
      queryClient.setQueryData(accountQueries.whoami().queryKey, identity);
      notify.success(m.registration_done());
      onRegistered();
    },
  });
}

/** Returns the values without empty ones. */
export function saidOf<Field extends string>(values: Readonly<Record<Field, string>>): Partial<Record<Field, string>> {
  const said = Object.entries<string>(values).map(([field, text]) => [field, text.trim()] as const);
  return Object.fromEntries(said.filter(([, text]) => text !== '')) as Partial<Record<Field, string>>;
}
