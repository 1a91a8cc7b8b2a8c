import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Plugin } from 'vite';
import { type Message, readMessages } from './read-messages.ts';

const sources = join(import.meta.dirname, '..', 'messages');
const generated = join(import.meta.dirname, '..', 'src', 'i18n', 'messages.gen.ts');
const runtime = "import { getLocale } from './locale.ts';\n";

/** Writes the typed functions of all messages. An unchanged file is not written, so that no browser reloads. */
export function compileMessages(): Message[] {
  const messages = readMessages(sources);
  const code = `${runtime}\n${messages.map(functionOf).join('')}`;
  if (!existsSync(generated) || readFileSync(generated, 'utf8') !== code) writeFileSync(generated, code);
  return messages;
}

/** The source of one message: a pure function, so that the bundler drops unused messages. */
export function functionOf({ key, en, zh, parameters }: Message): string {
  const values = parameters.map((name) => `${name}: string | number`).join('; ');
  const signature = values === '' ? '()' : `(values: { ${values} })`;
  return `export const ${key} = ${signature}: string => (getLocale() === 'zh' ? ${templateOf(zh)} : ${templateOf(en)});\n`;
}

function templateOf(text: string): string {
  const escaped = text.replaceAll(/[`\\]|\$(?=\{)/g, '\\$&');
  return `\`${escaped.replaceAll(/\{(\w+)\}/g, (_place, name) => `\${values.${name}}`)}\``;
}

/** Compiles the messages when Vite starts, and again when one of their files changes. */
export const compiledMessages: Plugin = {
  name: 'compiled-messages',
  configResolved: () => void compileMessages(),
  configureServer({ watcher, ws, config }) {
    watcher.on('all', (_event, path) => {
      if (!path.startsWith(sources + sep)) return;
      try {
        compileMessages();
      } catch (error) {
        const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
        config.logger.error(message);
        ws.send({ type: 'error', err: { message, stack } });
      }
    });
  },
};

const modules = new Map<string, Message>();

/**
 * In the build each message is a module, so that it goes into the file of its page. In development they are one module,
 * because a browser would request 1,400.
 */
export const messageModules: Plugin = {
  name: 'message-modules',
  apply: 'build',
  enforce: 'pre',
  buildStart() {
    for (const message of readMessages(sources)) modules.set(message.key, message);
  },
  load: {
    filter: { id: /\/i18n\/messages\.gen\.ts(?:\?|$)/ },
    handler(id) {
      const wanted = modules.get(id.split('?')[1] ?? '');
      if (wanted) return `${runtime}${functionOf(wanted)}`;
      return [...modules.keys()].map((key) => `export { ${key} } from './messages.gen.ts?${key}';\n`).join('');
    },
  },
};
