import { languages } from 'virtual:languages';
import type { Translation } from '../state/language';
import { templatesOf } from '../ui/templates';

/** The languages of the page other than English. */
export const translations: readonly Translation[] = languages.map(({ texts, ...names }) => ({
  ...names,
  templates: async () => templatesOf(await texts()),
}));
