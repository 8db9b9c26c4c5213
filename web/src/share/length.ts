import { msg } from '@lit/localize';
/** A remark on the places in which a link of this length works. */
export function linkLengthRemark(length: number): string {
  if (length <= 2000) return msg('works everywhere, also in mails and messages');
  if (length <= 8000) return msg('works in browsers and most messages; some mail programs cut it');
  if (length <= 16000) return msg('works in browsers; messages and mails may cut it');
  return msg('may be cut off anywhere: send the file instead');
}

/** The capacity in bytes of a QR code of 77 × 77 squares; smaller squares are hard to scan from the back of a room. */
export const fineQrCode = 520;

/** The capacity of a QR code in bytes. */
export const largestQrCode = 2900;
