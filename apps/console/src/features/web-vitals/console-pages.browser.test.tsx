import { QueryClient } from '@tanstack/react-query';
import { consolePage } from '@usance/api/web-vitals';
import { expect, it } from 'vitest';
import { makeRouter } from '../../router.ts';

/** Addresses that lead on, or open for people who are not signed in. */
const untold = /^\/(?:|\$|home|logout|book-demo|forgot|signin|signup|policies\/\$policy)$/;

it('every page for people who are signed in can be told of by its route', () => {
  const pages = Object.keys(makeRouter(new QueryClient()).routesByPath).map((path) => path.replace(/(.)\/$/, '$1'));
  const parents = ['/billing-center/$contractId', '/contracts/$contractId'];
  const told = new Set(pages.filter((page) => !untold.test(page) && !parents.includes(page)));
  expect([...told].sort()).toEqual([...consolePage.options].sort());
});
