import { Button, Modal } from '@mantine/core';
import type { Notification } from '@usance/api/contract/notification';
import { useEffect, useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { Failure } from '../../ui/feedback/failure.tsx';
import { PageButtons } from '../../ui/table/pager/page-buttons.tsx';
import { groupsOf } from './group-notifications.ts';
import { NotificationItem } from './notification-item.tsx';
import classes from './notifications-dialog.module.css';
import { useReadNotifications } from './use-read-notifications.ts';

interface NotificationsDialogProps {
  /** Undefined while they load. */
  notifications: readonly Notification[] | undefined;
  error: Error | null;
  onRetry: () => void;
  opened: boolean;
  onClose: () => void;
}

const ofOnePage = 20;

/** The notifications of the reader's contracts, grouped by contract, newest first. */
export function NotificationsDialog({ notifications, error, onRetry, opened, onClose }: NotificationsDialogProps) {
  const read = useReadNotifications();
  // Only a dialog that was closed may return the focus.
  const [wasClosed, setWasClosed] = useState(false);
  useEffect(() => setWasClosed(true), []);
  const [page, setPage] = useState(1);
  const ordered = groupsOf(notifications ?? []).flatMap((group) => group.notifications);
  const pages = Math.ceil(ordered.length / ofOnePage);
  // A refetch may return fewer pages.
  const shown = Math.min(page, Math.max(pages, 1));
  const ofPage = ordered.slice((shown - 1) * ofOnePage, shown * ofOnePage);
  const isUnread = notifications?.some((each) => !each.isRead) ?? false;
  return (
    <Modal
      opened={wasClosed && opened}
      onClose={onClose}
      title={m.notification_title()}
      size={600}
      closeOnClickOutside={false}
      classNames={{ content: classes.content }}
    >
      {error && <Failure error={error} onRetry={onRetry} />}
      {!notifications && !error && (
        <p className={classes.only} role="status">
          {m.notification_loading()}
        </p>
      )}
      {notifications?.length === 0 && <p className={classes.only}>{m.notification_none()}</p>}
      {isUnread && (
        <div className={classes.all}>
          <Button variant="default" size="xs" onClick={() => read(notifications ?? [])}>
            {m.notification_read_all()}
          </Button>
        </div>
      )}
      {notifications && notifications.length > 0 && (
        <>
          {groupsOf(ofPage).map((group) => (
            <section key={group.contractId} aria-label={group.contractName}>
              <h3 className={classes.contract}>
                {group.contractName} <code>{group.contractId}</code>
              </h3>
              <ul className={classes.list}>
                {group.notifications.map((each) => (
                  <li key={each.id}>
                    <NotificationItem
                      notification={each}
                      onOpen={(isLeft) => {
                        read([each]);
                        if (isLeft) onClose();
                      }}
                    />
                  </li>
                ))}
              </ul>
            </section>
          ))}
          {pages > 1 && <PageButtons page={shown} pages={pages} onPage={setPage} />}
        </>
      )}
    </Modal>
  );
}
