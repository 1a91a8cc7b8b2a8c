import { Button, TextInput } from '@mantine/core';
import type { Contract } from '@usance/api/contract/contract';
import { type FormEvent, useRef, useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { StatusTag } from '../../ui/cell/status-tag.tsx';
import { ChoiceField } from '../../ui/field/choice-field.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { cloudName } from '../cloud/cloud-words.ts';
import classes from './link-form.module.css';
import { contractOptions, onlyLinkable } from './linkable.ts';
import { type MarketplaceCloud, type MarketplaceSearch, marketplaceClouds } from './marketplace-search.ts';
import { useLinkContract } from './use-link-contract.ts';
import { isInvalidToken, useTokenStatus } from './use-token-status.tsx';

interface LinkFormProps {
  search: MarketplaceSearch;
  contracts: readonly Contract[];
  onLinked: (contract: Contract) => void;
}

interface Values {
  token: string;
  cloudProvider: MarketplaceCloud | undefined;
  contractId: string | undefined;
}

/** Asks for token, marketplace and contract. The token is checked while it is typed. */
export function LinkForm({ search, contracts, onLinked }: LinkFormProps) {
  const [asked, setAsked] = useState(() =>
    askedWith({
      token: search.token?.trim() ?? '',
      cloudProvider: search.cloudProvider,
      contractId: onlyLinkable(contracts)?.id,
    }),
  );
  const { token, cloudProvider, contractId, idempotencyKey } = asked;
  const change = (patch: Partial<Values>) => setAsked((now) => askedWith({ ...now, ...patch }));
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { isGood, isChecking, objection, tryAgain, cloudObjection } = useTokenStatus(token, cloudProvider);
  const { link, tooSoon } = useLinkContract(onLinked);
  const contract = contracts.find(({ id }) => id === contractId);
  const isRefused = isInvalidToken(link.error) && link.variables?.token === token;
  const tokenError = isRefused ? m.marketplace_token_invalid() : objection;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const tokenIsWrong = token === '' || (objection !== undefined && !tryAgain);
    const cloudIsWrong = cloudProvider === undefined || cloudObjection !== undefined;
    const wrong = [tokenIsWrong, cloudIsWrong, contract === undefined].indexOf(true);
    if (wrong !== -1) form.current?.querySelectorAll('input').item(wrong).focus();
    else if (tryAgain) tryAgain();
    else if (isGood && cloudProvider && contract && !link.isPending)
      link.mutate({ token, cloudProvider, contract, idempotencyKey });
  };
  return (
    <form ref={form} noValidate className={classes.form} onSubmit={submit}>
      <TextInput
        label={m.marketplace_token()}
        description={m.marketplace_token_hint()}
        required
        autoComplete="off"
        spellCheck={false}
        value={token}
        onChange={(event) => change({ token: event.currentTarget.value.trim() })}
        error={isTried && token === '' ? m.marketplace_token_required() : tokenError}
        errorProps={{ role: 'alert' }}
      />
      <ChoiceField
        label={m.marketplace_cloud()}
        placeholder={m.marketplace_choose_cloud()}
        required
        options={marketplaceClouds.map((value) => ({ value, label: cloudName(value) }))}
        value={cloudProvider ?? null}
        onChange={(chosen) => change({ cloudProvider: marketplaceClouds.find((each) => each === chosen) })}
        error={isTried && cloudProvider === undefined ? m.marketplace_cloud_required() : cloudObjection}
      />
      <ChoiceField
        label={m.ui_contract()}
        description={m.marketplace_contract_hint()}
        placeholder={m.marketplace_choose_contract()}
        required
        options={contractOptions(contracts)}
        value={contractId ?? null}
        onChange={(chosen) => change({ contractId: chosen ?? undefined })}
        error={isTried && contract === undefined ? m.marketplace_contract_required() : undefined}
      />
      {!isRefused && <FormRefusal error={link.error}>{tooSoon}</FormRefusal>}
      <div className={classes.end}>
        <Button type="submit" loading={link.isPending}>
          {m.marketplace_link()}
        </Button>
        <span role="status">
          {isChecking && m.marketplace_checking()}
          {isGood && <StatusTag tone="good">{m.marketplace_token_good()}</StatusTag>}
        </span>
      </div>
    </form>
  );
}

/** Other values need another key. */
const askedWith = (values: Values) => ({ ...values, idempotencyKey: crypto.randomUUID() });
