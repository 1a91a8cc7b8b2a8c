import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { askTime, consoleNow } from '../api/product-time.ts';
import * as m from '../i18n/messages.gen.ts';
import { formatInstant } from '../ui/format/dates.ts';
import classes from './sandbox-badge.module.css';

const askEveryMs = 5_000;

/** Says on every page that time is moved here, and what time it is; what is shown is asked anew once it was moved. */
export function SandboxBadge() {
  const queryClient = useQueryClient();
  const [now, setNow] = useState(consoleNow);
  useEffect(() => {
    const look = async () => {
      if (document.hidden) return;
      // Whoever asks for something that is shown is told why there is no reply.
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
