import { getNonce } from 'get-nonce';
import * as m from '../../i18n/messages.gen.ts';

/** The footer of every printed page: these lines, and the page number of the total. Renders nothing on the screen. */
export function PageFoot({ lines }: { lines: readonly string[] }) {
  const [page, pages] = ['⟨page⟩', '⟨pages⟩'];
  const words = m.ui_page_of({ page, pages });
  const count = words
    .split(/(⟨pages?⟩)/)
    .map((part) => (part === page ? 'counter(page)' : part === pages ? 'counter(pages)' : cssText(part)))
    .join(' ');
  return (
    <style nonce={getNonce()}>
      {`@page { @bottom-left { content: ${cssText(lines.join('\n'))} } @bottom-right { content: ${count} } }`}
    </style>
  );
}

/** Returns a CSS string; characters that could end it are escaped. */
function cssText(text: string): string {
  const written = text.replaceAll(/["\\\n\r\f<]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `);
  return `"${written}"`;
}
