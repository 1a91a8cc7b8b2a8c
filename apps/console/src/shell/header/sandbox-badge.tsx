import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { askTime, consoleNow } from '../../api/product-time.ts';
import * as m from '../../i18n/messages.gen.ts';
import { formatInstant } from '../../ui/format/dates.ts';
import classes from './sandbox-badge.module.css';

const askEveryMs = 5_000;

/** Shows the time of the sandbox on every page, and reloads the shown data after a move. */
export function SandboxBadge() {
  const queryClient = useQueryClient();
  const [now, setNow] = useState(consoleNow);
  useEffect(() => {
    const look = async () => {
      if (document.hidden) return;
      // A failure is ignored here; requests of the page itself report a missing reply.
      const wasMoved = await askTime().catch(() => false);
      setNow(consoleNow());
      if (wasMoved) await queryClient.invalidateQueries();
    };
    const timer = setInterval(() => void look(), askEveryMs);
    return () => clearInterval(timer);
  }, [queryClient]);
  const at = new Date(now).toISOString();
  return (
    <p className={classes.badge}>
      {m.shell_sandbox()} · <time dateTime={at}>{formatInstant(at, 'UTC')}</time>
    </p>
  );
}
