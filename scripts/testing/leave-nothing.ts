import { afterAll, vi } from 'vitest';

// Files of a worker share its globals as they share modules: what one has replaced is put back before the next.
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});
