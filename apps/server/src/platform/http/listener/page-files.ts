import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a build says of a file of its own, as far as it matters here. */
interface Built {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly isEntry?: boolean;
}

interface Page {
  /** The parts of its path; one that begins with `$` stands for anything. */
  readonly parts: readonly string[];
  /** An index stands at its path alone; others also around the pages below. */
  readonly isIndex: boolean;
  readonly files: readonly string[];
}

/**
 * Reads from a build which files the page at a path needs beside the frame, so that they come with it and not after it.
 * Routes are named by their files: `_auth/billing-center.$contractId.tsx` is the page at `/billing-center/$contractId`.
 */
export function pageFilesOf(dist: string): (path: string) => readonly string[] {
  const manifest = join(dist, 'manifest.json');
  if (!existsSync(manifest)) return () => [];
  const built = new Map<string, Built>(Object.entries(JSON.parse(readFileSync(manifest, 'utf8'))));
  const frame = new Set([...built].flatMap(([name, { isEntry }]) => (isEntry ? [...neededBy(built, name)] : [])));
  const pages = [...built.keys()].flatMap((name): Page[] => {
    const route = /^src\/routes\/(.+)\.tsx\?/.exec(name)?.[1];
    if (route === undefined) return [];
    const isIndex = /(?:^|[./])index$/.test(route);
    return [
      { parts: partsOfDays(route), isIndex, files: [...neededBy(built, name)].filter((file) => !frame.has(file)) },
    ];
  });
  return (path) => {
    const asked = path.split('/').filter(Boolean);
    return [...new Set(pages.filter((page) => leadsTo(page, asked)).flatMap(({ files }) => files))];
  };
}

/** Neither folders and files that only group nor the index of a list are seen in a path. */
function partsOfDays(route: string): string[] {
  return route.split(/[./]/).filter((part) => part !== 'index' && !/^_[a-z]+$/.test(part));
}

/** A page stands inside those of the paths above it. The one for what is not there is nobody's. */
function leadsTo({ parts, isIndex }: Page, asked: readonly string[]): boolean {
  return (
    (isIndex ? parts.length === asked.length : parts.length <= asked.length) &&
    parts.every((part, at) => part !== '$' && (part.startsWith('$') || part === asked[at]))
  );
}

function neededBy(built: ReadonlyMap<string, Built>, name: string, seen = new Set<string>()): Set<string> {
  const { file, imports = [], css = [] } = built.get(name) ?? { file: '' };
  if (file === '' || seen.has(file)) return seen;
  for (const each of [file, ...css]) seen.add(each);
  for (const each of imports) neededBy(built, each, seen);
  return seen;
}
