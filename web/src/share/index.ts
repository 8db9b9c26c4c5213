/** What other rooms take from sharing. */
export { qrCode } from './qr';
