/** A remark on the places in which a link of this length works. */
export function linkLengthRemark(length: number): string {
  if (length <= 2000) return 'works everywhere, also in mails and messages';
  if (length <= 8000) return 'works in browsers and most messages; some mail programs cut it';
  if (length <= 16000) return 'works in browsers; messages and mails may cut it';
  return 'may be cut off anywhere: send the file instead';
}

/** The capacity of a QR code in bytes. */
export const largestQrCode = 2900;
