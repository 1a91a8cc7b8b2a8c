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

/** A token is checked once nobody has changed it for so long. */
const settledMs = 500;

interface TokenStatus {
  isGood: boolean;
  isChecking: boolean;
  /** Says what is wrong with the token, or why it could not be checked. */
  objection?: ReactNode;
  /** Checks it once more, where it could not be checked. */
  tryAgain?: () => void;
  /** Says what is wrong with the cloud. */
  cloudObjection?: string;
}

/** A token's status, as it stands in the form. */
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
  // Nothing was found out about the token: it can be asked about again as it is.
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

/** A token that its marketplace does not know is refused so. */
export const isInvalidToken = (error: Error | null): boolean => isRefusedWith(error, 'INVALID_PARAMETER');

function isRefusedWith(error: Error | null, reason: string): boolean {
  return error instanceof ApiError && error.reason === reason;
}
