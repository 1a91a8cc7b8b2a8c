import { Button } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { KycInfo } from '@usance/api/contract/kyc-info';
import { useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { lateDialog } from '../../ui/feedback/dialog/late-dialog.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { useDelayed } from '../../ui/feedback/use-delayed.ts';
import { Facts } from '../../ui/page/facts.tsx';
import { Section } from '../../ui/page/section.tsx';
import { contractQueries } from '../contract/contract.queries.ts';
import { buyerTypeWord } from '../contract/contract-words.ts';
import { kycForms } from './kyc-fields.ts';
import { kycInfoQueries } from './kyc-info.queries.ts';
import classes from './legal-entity.module.css';

const KycDialog = lateDialog(async () => (await import('./kyc-dialog.late.tsx')).KycDialog, 'opened');

/** The legal entity of a contract, with a way to edit it for those who may. */
export function LegalEntity({ contractId }: { contractId: string }) {
  const { data: contract } = useSuspenseQuery(contractQueries.detail(contractId));
  const { data: info, error, refetch } = useQuery(kycInfoQueries.detail(contractId));
  const [opened, setOpened] = useState(false);
  const isLate = useDelayed(info === undefined && error === null);
  return (
    <Section
      id="legal_entity"
      title={m.kyc_info_title()}
      note={info?.isComplete === false ? m.kyc_info_incomplete() : undefined}
      actions={
        contract.permissions?.canManageBilling && (
          <Button variant="default" size="xs" onClick={() => setOpened(true)}>
            {m.kyc_info_edit()}
          </Button>
        )
      }
    >
      {info ? (
        <BuyerDetails info={info} />
      ) : error ? (
        <Failure error={error} title={m.kyc_info_load_failed()} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.waiting} data-shown={isLate || undefined} aria-busy="true" />
      )}
      <KycDialog opened={opened} contractId={contractId} onClose={() => setOpened(false)} />
    </Section>
  );
}

/** The buyer's details as loaded: for readers who may not change them, a citizen's number is masked. */
function BuyerDetails({ info }: { info: KycInfo }) {
  const fields = kycForms[info.buyerType].fields.filter(({ name }) => name !== 'tags');
  return (
    <Facts
      facts={[
        [m.kyc_info_buyer_type(), buyerTypeWord[info.buyerType]()],
        ...fields.map(({ name, label, hasCheckDigit }) => {
          const value = info[name] || <span className={classes.absent}>{m.kyc_info_not_said()}</span>;
          const isDoubtful = hasCheckDigit && info[name] && !info.isPlausible;
          return [
            label(),
            isDoubtful ? (
              <>
                {value}
                <span className={classes.doubt}>{m.kyc_info_not_plausible()}</span>
              </>
            ) : (
              value
            ),
          ] as const;
        }),
      ]}
    />
  );
}
