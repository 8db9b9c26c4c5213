import '../ui/tokens.css';
import '../ui/reset.css';
import '../ui/base.css';
import '../ui/theme';
import '../editor/import-page';
