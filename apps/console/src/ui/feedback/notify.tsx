import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import classes from './notify.module.css';

/** One message at a time: a new one replaces what was shown and what waited. */
export const notify = {
  success: (message: string) => show(message, { icon: <IconCheck size={18} />, tone: 'good', seconds: 4 }),
  warning: (message: string) => show(message, { icon: <IconAlertTriangle size={18} />, tone: 'warn', seconds: 6 }),
  error: (message: string, requestId = '') =>
    show(
      <>
        {message}
        {requestId !== '' && <span className={classes.request}>{m.ui_request_id({ id: requestId })}</span>}
      </>,
      { icon: <IconCircleX size={18} />, tone: 'bad', seconds: 10 },
    ),
  /** Takes away what is shown and what waits. */
  clear: () => {
    notifications.clean();
    notifications.cleanQueue();
  },
};

function show(message: ReactNode, look: { icon: ReactNode; tone: 'good' | 'warn' | 'bad'; seconds: number }) {
  notify.clear();
  notifications.show({
    message,
    autoClose: look.seconds * 1000,
    icon: look.icon,
    withBorder: true,
    className: classes[look.tone],
    closeButtonProps: { 'aria-label': m.ui_close() },
  });
}
