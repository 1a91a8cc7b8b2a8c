import type { AnyRouter } from '@tanstack/react-router';
import { requestOf } from '@usance/api/request';
import { consolePage, type PageVital, webVitals } from '@usance/api/web-vitals';
import { type CLSMetric, type INPMetric, type LCPMetric, onCLS, onINP, onLCP } from 'web-vitals';

let isMeasuring = false;

/** Measures each page of the visit from its start, and tells what was measured whenever the reader turns away. */
export function tellWebVitals(router: AnyRouter): void {
  if (isMeasuring) return;
  isMeasuring = true;
  const [told, untold] = [new Set<string>(), new Map<string, PageVital>()];
  const note = ({ id, name: vital, value, navigationURL }: LCPMetric | INPMetric | CLSMetric) => {
    const page = pageAt(router, navigationURL ?? location.href);
    if (page !== undefined && !told.has(id)) untold.set(id, { page, vital, value });
  };
  onLCP(note, { reportSoftNavs: true });
  onINP(note, { reportSoftNavs: true });
  onCLS(note, { reportSoftNavs: true });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden || untold.size === 0) return;
    const { url, ...request } = requestOf(webVitals.tell, {
      body: { vitals: [...untold.values()].slice(0, mostTold) },
    });
    for (const id of untold.keys()) told.add(id);
    untold.clear();
    // The page may be gone before the reply, which nobody waits for.
    fetch(url, { ...request, keepalive: true }).catch(() => undefined);
  });
}

const mostTold = 100;

function pageAt(router: AnyRouter, url: string): PageVital['page'] | undefined {
  const [, , route] = router.getMatchedRoutes(new URL(url).pathname);
  return consolePage.safeParse(route?.fullPath.replace(/\/$/, '')).data;
}
