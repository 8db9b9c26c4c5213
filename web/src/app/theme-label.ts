import { msg, str } from '@lit/localize';
import { theme } from '../ui/theme';

/** The label of the button that changes the colours of the page. */
export function themeLabel(): string {
  const names = { system: msg('as the system'), light: msg('light'), dark: msg('dark') };
  return msg(str`Colours: ${names[theme.choice]}`);
}
