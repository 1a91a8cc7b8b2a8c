import { Button } from '@mantine/core';
import type { CostView } from '@usance/api/billing/cost-view';
import { useId } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import classes from './views.module.css';

interface ViewListProps {
  /** Undefined until they are loaded. */
  views: readonly CostView[] | undefined;
  error: Error | null;
  opened: CostView | undefined;
  onRetry: () => void;
  onPick: (view: CostView) => void;
  onSave: () => void;
}

/** The reader's views and the shared ones, and the button that saves another. */
export function ViewList({ views, error, opened, onRetry, onPick, onSave }: ViewListProps) {
  const mine = views?.filter(({ isMine }) => isMine) ?? [];
  const shared = views?.filter(({ isMine }) => !isMine) ?? [];
  const part = (title: string, items: readonly CostView[]) =>
    items.length > 0 && <ViewPart title={title} views={items} opened={opened} onPick={onPick} />;
  return (
    <>
      {views === undefined && error && <Failure error={error} onRetry={onRetry} />}
      {views?.length === 0 && <p className={classes.quiet}>{m.cost_view_empty()}</p>}
      {part(m.cost_view_mine(), mine)}
      {part(m.cost_view_shared_list(), shared)}
      <Button variant={views?.length === 0 ? 'filled' : 'default'} size="compact-sm" fullWidth onClick={onSave}>
        {m.cost_view_save()}
      </Button>
    </>
  );
}

function ViewPart({ title, views, opened, onPick }: Pick<ViewListProps, 'opened' | 'onPick'> & ViewPartProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={classes.part}>
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      <ul className={classes.list}>
        {views.map((view) => (
          <li key={view.id}>
            <button
              type="button"
              className={classes.view}
              aria-current={view.id === opened?.id || undefined}
              onClick={() => onPick(view)}
            >
              {view.name}
              {!view.isMine && <span className={classes.quiet}>{view.maker}</span>}
              {view.isMine && view.shared && <span className={classes.quiet}>{m.cost_view_is_shared()}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ViewPartProps {
  title: string;
  views: readonly CostView[];
}
