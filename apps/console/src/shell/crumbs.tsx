import { Link, useMatches } from '@tanstack/react-router';
import * as m from '../i18n/messages.gen.ts';
import classes from './crumbs.module.css';

/** The path from the top to this page. A page at the top has none. */
export function Crumbs() {
  const crumbs = useMatches().flatMap(({ id, pathname, params, loaderData, staticData }) => {
    const text = staticData.crumb?.({ params, loaderData }) ?? staticData.label?.();
    // A list in its own section adds no crumb; its empty text says so.
    return !text ? [] : [{ id, pathname, text }];
  });
  if (crumbs.length < 2) return null;
  return (
    <nav aria-label={m.shell_breadcrumb()} className={classes.crumbs}>
      <ol>
        {crumbs.map(({ id, pathname, text }, index) => (
          <li key={id}>
            {index === crumbs.length - 1 ? <span aria-current="page">{text}</span> : <Link to={pathname}>{text}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
