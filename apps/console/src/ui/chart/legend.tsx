import { m } from '../../paraglide/messages.js';
import classes from './chart.module.css';
import type { LegendState } from './legend-selection.ts';
import { restName } from './series.ts';
import { Swatch } from './swatch.tsx';

interface LegendProps {
  names: readonly string[];
  state: LegendState;
}

/** Names and colours of the series. A press shows one alone; with Shift (or Shift+Enter) several; All brings all back. */
export function Legend({ names, state }: LegendProps) {
  return (
    <fieldset className={classes.legend} aria-label={m.ui_legend()} data-screen-only={names.length < 2 || undefined}>
      {names.length > 1 && (
        <button type="button" aria-pressed={state.selection.size === 0} onClick={state.showAll} className={classes.key}>
          {m.ui_all()}
        </button>
      )}
      {names.map((name) => (
        <button
          key={name}
          type="button"
          className={classes.key}
          aria-pressed={state.selection.has(name)}
          data-off={!state.isShown(name) || undefined}
          title={m.ui_legend_hint()}
          onClick={(event) => state.choose(name, event.shiftKey)}
          onPointerEnter={() => state.hint(name)}
          onPointerLeave={() => state.hint(undefined)}
          onFocus={() => state.hint(name)}
          onBlur={() => state.hint(undefined)}
        >
          <Swatch name={name} />
          {seriesLabel(name)}
        </button>
      ))}
    </fieldset>
  );
}

/** The rest has a word in each language; products keep their own names. */
export function seriesLabel(name: string): string {
  return name === restName ? m.ui_other() : name;
}
