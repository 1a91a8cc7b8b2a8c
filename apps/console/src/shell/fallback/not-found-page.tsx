import * as m from '../../i18n/messages.gen.ts';
import { MessagePage } from './message-page.tsx';

export function NotFoundPage() {
  return (
    <MessagePage title={m.shell_not_found()}>
      <p>{m.shell_not_found_hint()}</p>
    </MessagePage>
  );
}
