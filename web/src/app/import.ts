import '../ui/tokens.css';
import '../ui/reset.css';
import '../ui/base.css';
import '../ui/theme';
import '../editor/import-page';
import { language, readersLanguages } from '../state/language';
import { watch } from '../state/observable';
import { translations } from './languages';

language.begin(translations, readersLanguages(location.search));
watch(
  () => language.shown,
  (shown) => {
    document.documentElement.lang = shown;
  },
);
