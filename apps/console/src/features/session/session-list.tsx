import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Session } from '@usance/api/people/session';
import { useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { InstantText } from '../../ui/cell/date-text.tsx';
import { StatusTag } from '../../ui/cell/status-tag.tsx';
import { lateDialog } from '../../ui/feedback/dialog/late-dialog.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { IconRefresh } from '../../ui/icon/icons.tsx';
import rows from '../../ui/page/row-list.module.css';
import { Section } from '../../ui/page/section.tsx';
import { sessionWords } from './device-words.ts';
import { sessionQueries } from './session.queries.ts';
import classes from './session-list.module.css';

const EndSessionDialog = lateDialog(async () => (await import('./end-session-dialog.tsx')).EndSessionDialog, 'session');
const EndOthersDialog = lateDialog(async () => (await import('./end-others-dialog.tsx')).EndOthersDialog, 'opened');

/** The reader's sessions, last used first. Each can be ended, and all others at once. */
export function SessionList() {
  const { data, error, isFetching, refetch } = useQuery(sessionQueries.own());
  const [ending, setEnding] = useState<Session>();
  const [isEndingOthers, setEndingOthers] = useState(false);
  const hasOthers = data?.items.some(({ isCurrent }) => !isCurrent);
  return (
    <Section
      title={m.session_list()}
      actions={
        <>
          {hasOthers && (
            <Button variant="default" size="xs" onClick={() => setEndingOthers(true)}>
              {m.session_end_others()}
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={14} />}
            loading={isFetching && data !== undefined}
            onClick={() => void refetch()}
          >
            {m.session_refresh()}
          </Button>
        </>
      }
    >
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingPlaceholder />}
      {data?.items.length === 0 && <Empty title={m.session_none()}>{m.session_none_hint()}</Empty>}
      {data && data.items.length > 0 && (
        <ul className={rows.rows}>
          {data.items.map((session) => (
            <Row key={session.id} session={session} onEnd={() => setEnding(session)} />
          ))}
        </ul>
      )}
      <EndSessionDialog session={ending} onClose={() => setEnding(undefined)} />
      <EndOthersDialog opened={isEndingOthers} onClose={() => setEndingOthers(false)} />
    </Section>
  );
}

function Row({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const device = sessionWords(session);
  const label = session.byOperator ? m.session_end_operator() : m.session_end_of({ device });
  return (
    <li className={rows.row}>
      <div>
        <p className={classes.device} title={session.device}>
          {device}
        </p>
        <dl className={rows.facts}>
          <div>
            <dt>{m.session_last_used()}</dt>
            <dd>
              <InstantText at={session.gmtLastUsed} />
            </dd>
          </div>
          {session.address !== '' && (
            <div>
              <dt>{m.session_address()}</dt>
              <dd>{session.address}</dd>
            </div>
          )}
        </dl>
      </div>
      {session.isCurrent ? (
        <StatusTag tone="good">{m.session_this_session()}</StatusTag>
      ) : (
        <Button variant="default" size="xs" aria-label={label} onClick={onEnd}>
          {m.session_end()}
        </Button>
      )}
    </li>
  );
}

/** A placeholder as high as two sessions, the usual number. */
function LoadingPlaceholder() {
  return (
    <div className={classes.waiting} aria-busy="true">
      <i />
      <i />
    </div>
  );
}
