import { mendedAddress } from '../link/mend';

// A static server shows this page for a missing file, for example for links in which a mail program replaced "#" by "%23".
const mended = mendedAddress(location);
if (mended) location.replace(mended);
