/** The interface of sharing for other rooms. */
export { qrCode } from './qr';
