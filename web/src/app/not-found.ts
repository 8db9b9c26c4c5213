import { mendedAddress } from '../link/mend';

// A static server shows this page where it has no file, as for links whose "#" a mail program wrote as "%23".
const mended = mendedAddress(location);
if (mended) location.replace(mended);
