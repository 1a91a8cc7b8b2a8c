import { useArrived } from '../late/late.ts';
import { messageStack } from './notify.tsx';

/** Where messages appear, once the first may come. */
export function Messages() {
  const MessageStack = useArrived(messageStack)?.MessageStack;
  return MessageStack && <MessageStack />;
}
