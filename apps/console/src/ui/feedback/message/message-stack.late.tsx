import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';

export { notifications } from '@mantine/notifications';

/** The place where messages appear. */
export function MessageStack() {
  return <Notifications limit={1} position="top-right" />;
}
