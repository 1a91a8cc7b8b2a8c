import { m } from '../../paraglide/messages.js';
import { Empty } from '../../ui/feedback/empty.tsx';

/** What a person sees who has no contract yet. */
export function Welcome() {
  return <Empty title={m.contract_welcome()}>{m.contract_welcome_hint()}</Empty>;
}
