import { afterAll, vi } from 'vitest';

// The files of a worker share globals and modules, so each file's replacements are undone before the next.
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});
