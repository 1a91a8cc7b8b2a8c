import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { TestApp } from './test-app.ts';

/** A browser that keeps the cookies it gets, and sends them with every request. */
export class Browser {
  cookies: Record<string, string> = {};
  readonly #app: Pick<TestApp, 'publicListener'>;
  readonly #from: InjectOptions;

  /** `from` has the options that all its requests share. */
  constructor(app: Pick<TestApp, 'publicListener'>, from: InjectOptions = {}) {
    this.#app = app;
    this.#from = from;
  }

  async send(options: InjectOptions): Promise<LightMyRequestResponse> {
    const reply = await this.#app.publicListener.inject({ cookies: this.cookies, ...this.#from, ...options });
    for (const { name, value } of reply.cookies) this.cookies[name] = value;
    return reply;
  }
}
