import { useQuery } from '@tanstack/react-query';
import type { CostView } from '@usance/api/billing/cost-view';
import { useCallback, useRef, useState } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { Panel } from '../../../ui/opening/panel.tsx';
import { costViewQueries } from '../../cost-view/cost-view.queries.ts';
import { OpenView } from './open-view.tsx';
import { DeleteView, ViewForm } from './view-dialogs.tsx';
import { ViewList } from './view-list.tsx';
import { analysisOf, searchOfView, showSame } from './view-search.ts';
import classes from './views.module.css';
import { ViewsButton } from './views-button.tsx';
import type { ViewsMenuProps } from './views-menu.tsx';

interface SavedViewsProps extends ViewsMenuProps {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** The dialog that is open beside the panel. */
type Asked = 'new' | { edit: CostView } | { delete: CostView };

/** The button with the open view, the panel with all views, and the dialogs that save and delete one. */
export function SavedViews({ contract, search, period, onChange, isOpen, onOpen }: SavedViewsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { data, error, refetch } = useQuery(costViewQueries.all(contract.id));
  const [asked, setAsked] = useState<Asked>();
  const close = useCallback(() => onOpen(false), [onOpen]);
  const ask = (what: Asked) => {
    close();
    // The dialog gives the focus back to the element that has it now, and the panel goes away.
    button.current?.focus();
    setAsked(what);
  };
  const opened = data?.items.find(({ id }) => id === search.saved);
  const analysis = analysisOf(search, period, contract.billingZone);
  const isChanged = opened !== undefined && !showSame(opened.analysis, analysis);
  const done = () => setAsked(undefined);
  return (
    <>
      <ViewsButton
        ref={button}
        name={opened?.name}
        isChanged={isChanged}
        isOpen={isOpen}
        onClick={() => onOpen(!isOpen)}
      />
      {/* Before the list arrives, the focus would have no place to go. */}
      {isOpen && (data ?? error) && (
        <Panel label={m.cost_view_list()} control={button} onClose={close}>
          <div className={classes.panel}>
            {opened && (
              <OpenView
                view={opened}
                analysis={isChanged ? analysis : undefined}
                onEdit={() => ask({ edit: opened })}
                onDelete={() => ask({ delete: opened })}
                onReset={() => {
                  onChange(searchOfView(opened));
                  close();
                }}
              />
            )}
            <ViewList
              views={data?.items}
              error={error}
              opened={opened}
              onRetry={() => void refetch()}
              onPick={(view) => {
                onChange(searchOfView(view));
                close();
              }}
              onSave={() => ask('new')}
            />
          </div>
        </Panel>
      )}
      {asked === 'new' && (
        <ViewForm
          contractId={contract.id}
          analysis={analysis}
          onSaved={(view) => onChange({ saved: view.id })}
          onClose={done}
        />
      )}
      {typeof asked === 'object' && 'edit' in asked && (
        <ViewForm contractId={contract.id} view={asked.edit} analysis={asked.edit.analysis} onClose={done} />
      )}
      {typeof asked === 'object' && 'delete' in asked && (
        <DeleteView view={asked.delete} onDeleted={() => onChange({ saved: undefined })} onClose={done} />
      )}
    </>
  );
}
