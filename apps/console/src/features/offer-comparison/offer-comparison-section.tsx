import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { Failure } from '../../ui/feedback/failure.tsx';
import { Section } from '../../ui/page/section.tsx';
import { ComparisonResult } from './comparison-result.tsx';
import classes from './offer-comparison.module.css';
import { offerComparisonQueries } from './offer-comparison.queries.ts';

interface OfferComparisonSectionProps {
  contractId: string;
  offerId: string;
}

/** Lets a buyer compare an offer with past usage before answering. */
export function OfferComparisonSection({ contractId, offerId }: OfferComparisonSectionProps) {
  const [isWanted, setWanted] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    ...offerComparisonQueries.detail(contractId, offerId),
    enabled: isWanted,
  });
  return (
    <Section title={m.offer_comparison_title()} note={m.offer_comparison_note()} id="comparison">
      {data && <ComparisonResult comparison={data} />}
      {!data && error && !isFetching && <Failure error={error} />}
      {!data && (
        <div className={classes.ask}>
          <Button variant="default" loading={isFetching} onClick={() => (isWanted ? void refetch() : setWanted(true))}>
            {m.offer_comparison_ask()}
          </Button>
        </div>
      )}
    </Section>
  );
}
