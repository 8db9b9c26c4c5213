import { encode } from 'uqr';
import { html } from '../ui/html';

/** A QR code as a picture. */
export function qrCode(text: string, label: string) {
  const { data, size } = encode(text, { ecc: 'L', border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return html`<svg class="qr" viewBox=${`0 0 ${size} ${size}`} role="img" aria-label=${label} shape-rendering="crispEdges">
    <rect width=${size} height=${size} fill="#fff" /><path d=${path} fill="#000" />
  </svg>`;
}
