import type { NotificationData } from '@mantine/notifications';
import type { ReactNode } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { IconAlertTriangle, IconCheck, IconCircleX, IconInfoCircle } from '../../icon/icons.tsx';
import { Late } from '../../late/late.ts';
import classes from './notify.module.css';

/** Loaded after the first page, because messages follow actions of the user. */
export const messageStack = new Late(() => import('./message-stack.late.tsx'));

/**
 * Shows one message at a time: a new one replaces the shown and waiting ones. Each method returns a function that
 * removes its message.
 */
export const notify = {
  info: (message: string) => show(message, { icon: <IconInfoCircle size={18} />, tone: 'info', seconds: 6 }),
  success: (message: string) => show(message, { icon: <IconCheck size={18} />, tone: 'good', seconds: 6 }),
  warning: (message: string) => show(message, { icon: <IconAlertTriangle size={18} />, tone: 'warn', seconds: 6 }),
  error: (message: string, requestId = '') =>
    show(
      <>
        {message}
        {requestId !== '' && <span className={classes.request}>{m.ui_request_id({ id: requestId })}</span>}
      </>,
      { icon: <IconCircleX size={18} />, tone: 'bad', seconds: 10 },
    ),
  /** Removes the shown and waiting messages. */
  clear: () => {
    newest += 1;
    messageStack.arrived()?.notifications.clean();
    messageStack.arrived()?.notifications.cleanQueue();
  },
};

// A message that waits for the stack to load also gives way to a newer one.
let newest = 0;

function show(message: ReactNode, look: Look): () => void {
  notify.clear();
  const own = newest;
  messageStack.bring().then(({ notifications }) => {
    if (own === newest) notifications.show(notificationOf(message, look));
  }, console.error);
  return () => {
    if (own === newest) notify.clear();
  };
}

interface Look {
  icon: ReactNode;
  tone: 'info' | 'good' | 'warn' | 'bad';
  seconds: number;
}

function notificationOf(message: ReactNode, look: Look): NotificationData {
  return {
    message,
    autoClose: look.seconds * 1000,
    icon: look.icon,
    withBorder: true,
    className: classes[look.tone],
    closeButtonProps: { 'aria-label': m.ui_close() },
  };
}
