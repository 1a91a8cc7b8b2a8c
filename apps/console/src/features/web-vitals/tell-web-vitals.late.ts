import type { AnyRouter } from '@tanstack/react-router';
import { requestOf } from '@usance/api/request';
import { consolePage, mostVitals, type PageVital, webVitals } from '@usance/api/web-vitals';
import { type CLSMetric, type INPMetric, type LCPMetric, onCLS, onINP, onLCP } from 'web-vitals';

type Metric = LCPMetric | INPMetric | CLSMetric;

/** Some browsers measure each page of a visit, the others the visit as one page. */
const tellsPages = PerformanceObserver.supportedEntryTypes.includes('soft-navigation');

let isMeasuring = false;

/** Measures the pages of the visit from its start, and tells each figure once, when the reader turns away. */
export function tellWebVitals(router: AnyRouter): void {
  if (isMeasuring) return;
  isMeasuring = true;
  const pageOf = pagesOf(router);
  const [told, untold] = [new Set<string>(), new Map<string, PageVital>()];
  const note = (metric: Metric) => {
    const page = pageOf(metric);
    if (page !== undefined && !told.has(metric.id))
      untold.set(metric.id, { page, vital: metric.name, value: metric.value });
  };
  onLCP(note, { reportSoftNavs: true });
  onINP(note, { reportSoftNavs: true });
  onCLS(note, { reportSoftNavs: true });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden || untold.size === 0) return;
    const { url, ...request } = requestOf(webVitals.tell, {
      body: { vitals: [...untold.values()].slice(0, mostVitals) },
    });
    for (const id of untold.keys()) told.add(id);
    untold.clear();
    // The page may be gone before the reply, which nobody waits for.
    fetch(url, { ...request, keepalive: true }).catch(() => undefined);
  });
}

/** Returns the page that a metric is of, or nothing if that is not certain. */
function pagesOf(router: AnyRouter): (metric: Metric) => PageVital['page'] | undefined {
  let hasLeft = false;
  router.subscribe('onBeforeLoad', ({ pathChanged }) => {
    hasLeft ||= pathChanged;
  });
  return ({ name, navigationType, navigationURL = location.href }) => {
    const { pathname } = new URL(navigationURL);
    const isOfOnePage = tellsPages || name === 'LCP' || (!hasLeft && location.pathname === pathname);
    return isOfOnePage && navigationType !== 'back-forward-cache' ? pageAt(router, pathname) : undefined;
  };
}

function pageAt(router: AnyRouter, pathname: string): PageVital['page'] | undefined {
  const [, , route] = router.getMatchedRoutes(pathname);
  return consolePage.safeParse(route?.fullPath.replace(/\/$/, '')).data;
}
