import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of a manifest entry that matters here. */
interface Built {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly isEntry?: boolean;
}

interface Page {
  /** The parts of its path; one that begins with `$` matches anything. */
  readonly parts: readonly string[];
  /** An index shows only at its own path; other pages also around those below them. */
  readonly isIndex: boolean;
  readonly files: readonly string[];
}

/**
 * Reads from a build which files the page at a path needs beside the frame, so that they load with it. Routes are named
 * by their files: `_auth/billing-center.$contractId.tsx` is the page at `/billing-center/$contractId`.
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
      { parts: partsOfRoute(route), isIndex, files: [...neededBy(built, name)].filter((file) => !frame.has(file)) },
    ];
  });
  return (path) => {
    const asked = path.split('/').filter(Boolean);
    return [...new Set(pages.filter((page) => leadsTo(page, asked)).flatMap(({ files }) => files))];
  };
}

/** Route groups and `index` are not part of a path. */
function partsOfRoute(route: string): string[] {
  return route.split(/[./]/).filter((part) => part !== 'index' && !/^_[a-z]+$/.test(part));
}

/** True if the page shows at this path, alone or as a parent. The page for unknown addresses never matches. */
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
