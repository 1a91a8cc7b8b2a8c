import { Anchor } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error.ts';
import * as m from '../../i18n/messages.gen.ts';
import { useFailureText } from '../../ui/words/failure-text.ts';
import { marketplaceQueries } from './marketplace.queries.ts';
import type { MarketplaceCloud } from './marketplace-search.ts';

/** A token is checked after this pause in typing. */
const settledMs = 500;

interface TokenStatus {
  isGood: boolean;
  isChecking: boolean;
  /** The error of the token, or the reason why it could not be checked. */
  objection?: ReactNode;
  /** Repeats a failed check. */
  tryAgain?: () => void;
  /** The error of the cloud. */
  cloudObjection?: string;
}

/** Returns the status of the token in the form. */
export function useTokenStatus(token: string, cloudProvider: MarketplaceCloud | undefined): TokenStatus {
  const [settled] = useDebouncedValue(token, settledMs);
  const [settledCloud] = useDebouncedValue(cloudProvider, settledMs);
  const { data, error, isFetching, refetch } = useQuery(marketplaceQueries.status(settled, settledCloud));
  const failure = useFailureText(error);
  const isAsked = token !== '' && cloudProvider !== undefined;
  const isOfThese = settled === token && settledCloud === cloudProvider;
  const isAnswered = isOfThese && (data !== undefined || (error !== null && !isFetching));
  if (!isAsked || !isAnswered) return { isGood: false, isChecking: isAsked };
  if (data) return { isGood: data.status === 'subscribed', isChecking: false, objection: objectionTo(data.status) };
  const failed = { isGood: false, isChecking: false } as const;
  if (isRefusedWith(error, 'NOT_IMPLEMENTED')) return { ...failed, cloudObjection: m.marketplace_cloud_unsold() };
  if (isInvalidToken(error)) return { ...failed, objection: m.marketplace_token_invalid() };
  // The check failed, so it can be repeated with the same token.
  const tryAgain = () => void refetch();
  return { ...failed, tryAgain, objection: <TryAgain why={failure} onTry={tryAgain} /> };
}

function TryAgain({ why, onTry }: { why: string; onTry: () => void }) {
  return (
    <>
      {why}{' '}
      <Anchor component="button" type="button" inherit onClick={onTry}>
        {m.ui_retry()}
      </Anchor>
    </>
  );
}

function objectionTo(status: string): ReactNode {
  if (status === 'subscribed') return undefined;
  if (status === 'unsubscribed') return m.marketplace_token_unsubscribed();
  if (status !== 'activated') return m.marketplace_token_subscribing();
  return (
    <>
      {m.marketplace_token_used()} <Link to="/contracts">{m.marketplace_see_contracts()}</Link>
    </>
  );
}

/** True if the marketplace does not know the token. */
export const isInvalidToken = (error: Error | null): boolean => isRefusedWith(error, 'INVALID_PARAMETER');

function isRefusedWith(error: Error | null, reason: string): boolean {
  return error instanceof ApiError && error.reason === reason;
}
