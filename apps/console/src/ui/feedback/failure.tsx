import { Button } from '@mantine/core';
import { ApiError } from '../../api/api-error.ts';
import * as m from '../../i18n/messages.gen.ts';
import { IdText } from '../cell/id-text.tsx';
import { IconRefresh } from '../icon/icons.tsx';
import { useFailureText } from '../words/failure-text.ts';
import { Notice } from './notice.tsx';

interface FailureProps {
  error: Error;
  /** What failed, where it is not that a part of a page was fetched. */
  title?: string;
  onRetry?: () => void;
}

/** What could not be fetched or done: why, the request id to quote, and trying again. */
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
