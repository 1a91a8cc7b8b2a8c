import type { Contract } from '@usance/api/contract/contract';
import * as m from '../../i18n/messages.gen.ts';
import { IdText } from '../../ui/cell/id-text.tsx';
import { StatusTag } from '../../ui/cell/status-tag.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { buyerTypeWord, contractStateTone, contractStateWord, serviceTypeWord, signedOn } from './contract-words.ts';

/** The details of a contract. */
export function ContractFacts({ contract }: { contract: Contract }) {
  return (
    <Facts
      facts={[
        [m.contract_id(), <IdText key="id" id={contract.id} longest={40} />],
        [m.contract_sign_id(), <IdText key="sign" id={contract.signID} longest={40} />],
        [
          m.contract_state(),
          <StatusTag key="state" tone={contractStateTone[contract.state]}>
            {contractStateWord[contract.state]()}
          </StatusTag>,
        ],
        [m.contract_paper_name(), contract.name],
        [m.contract_buyer(), contract.buyerName],
        [m.contract_buyer_type(), buyerTypeWord[contract.buyerType]()],
        [m.contract_service_type(), serviceTypeWord[contract.serviceType]],
        [m.contract_signed_on(), signedOn(contract)],
        [m.contract_currency(), contract.currency],
        [m.contract_billing_zone(), contract.billingZone],
        ...(contract.creator === '' ? [] : [[m.contract_creator(), contract.creator] as const]),
        ...(contract.roles === undefined ? [] : [[m.contract_my_roles(), contract.roles.join(', ')] as const]),
      ]}
    />
  );
}
