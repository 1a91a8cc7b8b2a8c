import { Button } from '@mantine/core';
import { ApiError } from '../../api/api-error.ts';
import * as m from '../../i18n/messages.gen.ts';
import { IdText } from '../cell/id-text.tsx';
import { IconRefresh } from '../icon/icons.tsx';
import { useFailureText } from '../words/failure-text.ts';
import { Notice } from './notice.tsx';

interface FailureProps {
  error: Error;
  /** The failed action; by default, loading a part of the page. */
  title?: string;
  onRetry?: () => void;
}

/** A failed load or action: the reason, the request id to quote, and a retry. */
export function Failure({ error, title = m.ui_load_failed(), onRetry }: FailureProps) {
  const why = useFailureText(error);
  const requestId = error instanceof ApiError ? error.requestId : '';
  return (
    <Notice
      role="alert"
      title={title}
      texts={[
        why,
        ...(requestId === ''
          ? []
          : [
              <span key="request">
                {m.ui_request()} <IdText id={requestId} longest={40} />
              </span>,
            ]),
      ]}
      action={
        onRetry && (
          <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
            {m.ui_retry()}
          </Button>
        )
      }
    />
  );
}
