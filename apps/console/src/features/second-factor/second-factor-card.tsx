import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallReply } from '@usance/api/call';
import { type SecondFactor, secondFactor } from '@usance/api/people/second-factor';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { InstantText } from '../../ui/cell/date-text.tsx';
import { StatusTag } from '../../ui/cell/status-tag.tsx';
import { LateAskFirst } from '../../ui/feedback/dialog/late-ask-first.ts';
import { lateDialog } from '../../ui/feedback/dialog/late-dialog.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { focusFirst, isFocusLost } from '../../ui/feedback/focus-first.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useProved } from '../proof/use-proved.tsx';
import classes from './second-factor.module.css';
import { secondFactorQueries } from './second-factor.queries.ts';

const RecoveryCodesDialog = lateDialog(
  async () => (await import('./recovery-codes-dialog.tsx')).RecoveryCodesDialog,
  'codes',
);

const SetUpDialog = lateDialog(async () => (await import('./set-up-dialog.tsx')).SetUpDialog, 'begun');
/** The state of the reader's second factor, with its actions. */
export function SecondFactorCard() {
  const { data, error, refetch } = useQuery(secondFactorQueries.own());
  const [codes, setCodes] = useState<readonly string[]>();
  const card = useRef<HTMLDivElement>(null);
  const toCard = () => focusFirst(card.current);
  const isEnabled = data?.isEnabled;
  const shown = useRef(isEnabled);
  useEffect(() => {
    const isTurned = shown.current !== undefined && shown.current !== isEnabled;
    shown.current = isEnabled;
    // The focused button is gone with the action.
    if (isTurned && codes === undefined && isFocusLost()) focusFirst(card.current);
  }, [isEnabled, codes]);
  return (
    <div ref={card}>
      <Section title={m.second_factor_title()}>
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {!data && !error && <div className={classes.waiting} aria-busy="true" />}
        {data && !data.isEnabled && <Off onCodes={setCodes} onLeft={toCard} />}
        {data?.isEnabled && <On state={data} onCodes={setCodes} />}
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes(undefined);
            toCard();
          }}
        />
      </Section>
    </div>
  );
}

interface Telling {
  onCodes: (codes: readonly string[]) => void;
}

function Off({ onCodes, onLeft }: Telling & { onLeft: () => void }) {
  const stale = useStale();
  const [begun, setBegun] = useState<CallReply<typeof secondFactor.begin>>();
  const begin = useProved({ ask: () => call(secondFactor.begin), onDone: setBegun, onRefused: stale });
  return (
    <>
      <p className={classes.words}>{m.second_factor_off()}</p>
      <FormRefusal error={begin.error} />
      <div className={classes.buttons}>
        <Button variant="default" size="xs" loading={begin.isPending} onClick={() => begin.start()}>
          {m.second_factor_set_up()}
        </Button>
      </div>
      {begin.proof}
      <SetUpDialog
        begun={begun}
        onClose={() => {
          setBegun(undefined);
          onLeft();
        }}
        onConfirmed={(codes) => {
          setBegun(undefined);
          onCodes(codes);
          notify.success(m.second_factor_turned_on());
          stale();
        }}
      />
    </>
  );
}

const fewCodes = 2;

function On({ state, onCodes }: Telling & { state: SecondFactor }) {
  const stale = useStale();
  const [asking, setAsking] = useState<'renew' | 'turnOff'>();
  const renew = useProved({
    ask: () => call(secondFactor.renewRecoveryCodes),
    onDone: ({ recoveryCodes }) => {
      onCodes(recoveryCodes);
      stale();
    },
    onRefused: stale,
  });
  const turnOff = useProved({
    ask: () => call(secondFactor.turnOff),
    onDone: () => {
      notify.success(m.second_factor_turned_off());
      stale();
    },
  });
  const answered = (start: () => void) => {
    setAsking(undefined);
    start();
  };
  return (
    <>
      <dl className={classes.facts}>
        <div>
          <dt>{m.second_factor_state()}</dt>
          <dd>
            <StatusTag tone="good">{m.second_factor_on()}</StatusTag>
          </dd>
        </div>
        {state.gmtEnabled !== null && (
          <div>
            <dt>{m.second_factor_since()}</dt>
            <dd>
              <InstantText at={state.gmtEnabled} />
            </dd>
          </div>
        )}
        <div>
          <dt>{m.second_factor_codes_left()}</dt>
          <dd>
            {state.recoveryCodesLeft}
            {state.recoveryCodesLeft <= fewCodes && <span className={classes.few}>{m.second_factor_few_left()}</span>}
          </dd>
        </div>
      </dl>
      <FormRefusal error={renew.error ?? turnOff.error} />
      <div className={classes.buttons}>
        <Button variant="default" size="xs" loading={renew.isPending} onClick={() => setAsking('renew')}>
          {m.second_factor_renew()}
        </Button>
        <Button variant="default" size="xs" loading={turnOff.isPending} onClick={() => setAsking('turnOff')}>
          {m.second_factor_turn_off()}
        </Button>
      </div>
      <LateAskFirst
        opened={asking === 'renew'}
        title={m.second_factor_renew()}
        effect={m.second_factor_renew_effect()}
        confirm={m.second_factor_renew()}
        onClose={() => setAsking(undefined)}
        onConfirm={() => answered(renew.start)}
      />
      <LateAskFirst
        opened={asking === 'turnOff'}
        title={m.second_factor_turn_off_title()}
        effect={m.second_factor_turn_off_effect()}
        confirm={m.second_factor_turn_off()}
        onClose={() => setAsking(undefined)}
        onConfirm={() => answered(turnOff.start)}
      />
      {renew.proof}
      {turnOff.proof}
    </>
  );
}

/** Returns a function that refetches the card's data, which may have changed elsewhere. */
function useStale(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries(secondFactorQueries.own());
}
