import * as m from '../../i18n/messages.gen.ts';
import { changeLocale, useLocale } from '../../ui/format/locale.ts';
import { IconLanguage } from '../../ui/icon/icons.tsx';
import classes from './header.module.css';

/** Switches the language for visitors; signed-in users find it in the menu of their account. */
export function LanguageSwitch() {
  const other = useLocale() === 'en' ? 'zh' : 'en';
  return (
    <button
      type="button"
      lang={other}
      className={`${classes.link} ${classes.language}`}
      onClick={() => changeLocale(other)}
    >
      <IconLanguage size={17} stroke={1.6} aria-hidden="true" />
      <span>{m.shell_language()}</span>
    </button>
  );
}
