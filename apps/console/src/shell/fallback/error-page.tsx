import { Button } from '@mantine/core';
import { type ErrorComponentProps, Link, useMatches, useParams, useRouter } from '@tanstack/react-router';
import { ApiError, isRefusal, LoginExpired, NetworkError } from '../../api/api-error.ts';
import * as m from '../../i18n/messages.gen.ts';
import { IdText } from '../../ui/cell/id-text.tsx';
import { useFailureText } from '../../ui/words/failure-text.ts';
import { MessagePage } from './message-page.tsx';

/** Replaces a page whose data was refused or whose code crashed; the router shows it inside the frame. */
export function ErrorPage({ error }: ErrorComponentProps) {
  if (error instanceof ApiError) return <RefusedPage error={error} />;
  return (
    <MessagePage title={m.shell_crashed()} action={isCodeMissing(error) ? <ReloadButton /> : <RetryButton />}>
      <p>{whyOf(error)}</p>
    </MessagePage>
  );
}

function whyOf(error: unknown): string {
  if (error instanceof LoginExpired) return m.ui_login_expired();
  return error instanceof NetworkError || isCodeMissing(error) ? m.ui_no_reply() : m.shell_crashed_hint();
}

/** True if the code of a page failed to load, which each browser says in its own words. */
const isCodeMissing = (error: unknown) =>
  error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message);

function RefusedPage({ error }: { error: ApiError }) {
  const text = useFailureText(error);
  const isOfBills = useMatches().some(({ staticData }) => staticData.section === 'billing');
  return (
    <MessagePage title={titleOf(error, isOfBills)} reason={error.reason} action={<WayOn error={error} />}>
      <p>{text}</p>
      {error.reason === 'CONTRACT_NOT_FOUND' && <p>{m.shell_refused_contract_hint()}</p>}
      {error.requestId !== '' && (
        <p>
          {m.ui_request()} <IdText id={error.requestId} longest={24} />
        </p>
      )}
    </MessagePage>
  );
}

function titleOf({ reason, status }: ApiError, isOfBills: boolean): string {
  if (reason === 'NO_PERMISSION') return isOfBills ? m.shell_refused_bills() : m.shell_refused_page();
  if (reason === 'CONTRACT_NOT_FOUND') return m.shell_refused_contract();
  return status === 404 ? m.shell_refused_missing() : m.shell_refused();
}

/** Offers a way on: the contract whose roles the reader lacks, the contracts that they have, or a retry. */
function WayOn({ error }: { error: ApiError }) {
  const { contractId } = useParams({ strict: false });
  if (error.reason === 'CONTRACT_NOT_FOUND')
    return <Button renderRoot={(props) => <Link to="/contracts" {...props} />}>{m.shell_see_contracts()}</Button>;
  if (error.reason === 'NO_PERMISSION' && contractId !== undefined)
    return (
      <Button renderRoot={(props) => <Link to="/contracts/$contractId/overview" params={{ contractId }} {...props} />}>
        {m.shell_open_contract()}
      </Button>
    );
  return isLasting(error) ? null : <RetryButton />;
}

/**
 * True if a retry would not help. A missing or forbidden page stays so; after too many requests the reader need only
 * wait.
 */
const isLasting = (error: ApiError) => isRefusal(error) && error.status !== 429;

function RetryButton() {
  const router = useRouter();
  return <Button onClick={() => router.invalidate()}>{m.ui_retry()}</Button>;
}

/** A file that did not come is not asked for again by the same page, and after an upgrade it has another name. */
function ReloadButton() {
  return <Button onClick={() => location.reload()}>{m.ui_retry()}</Button>;
}
