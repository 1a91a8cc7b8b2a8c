import { useArrived } from '../../late/late.ts';
import { messageStack } from './notify.tsx';

/** The place where messages appear, once its code is loaded. */
export function Messages() {
  const MessageStack = useArrived(messageStack)?.MessageStack;
  return MessageStack && <MessageStack />;
}
