import { ticksOf } from '../ticks.ts';
import type { TestApp } from './test-app.ts';

/** Moves the clock to an instant and runs each job once. */
export async function roundAt(app: Pick<TestApp, 'clock' | 'deps'>, instant: string): Promise<void> {
  app.clock.moveTo(instant);
  for (const tick of ticksOf(app.deps)) await tick.run(app.clock.now());
}
