import { escaped } from '../format/xml';

/**
 * Records drawing commands as SVG, so that a canvas plot can also be exported as lines and text. It implements the part of a canvas context
 * that plots use.
 */
export class SvgContext {
  readonly elements: string[] = [];
  strokeStyle = '#000';
  fillStyle = '#000';
  lineWidth = 1;
  lineJoin = 'miter';
  globalAlpha = 1;
  font = '12px sans-serif';
  textAlign = 'left';
  textBaseline = 'alphabetic';
  private dash: number[] = [];
  private path: string[] = [];

  beginPath(): void {
    this.path = [];
  }

  moveTo(x: number, y: number): void {
    this.path.push(`M${rounded(x)} ${rounded(y)}`);
  }

  lineTo(x: number, y: number): void {
    this.path.push(`L${rounded(x)} ${rounded(y)}`);
  }

  closePath(): void {
    this.path.push('Z');
  }

  /** A whole circle. */
  arc(x: number, y: number, radius: number): void {
    const [r, d] = [rounded(radius), rounded(2 * radius)];
    this.path.push(`M${rounded(x - radius)} ${rounded(y)}a${r} ${r} 0 1 0 ${d} 0a${r} ${r} 0 1 0 -${d} 0Z`);
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.path.push(`M${rounded(x)} ${rounded(y)}h${rounded(width)}v${rounded(height)}h${rounded(-width)}Z`);
  }

  setLineDash(dash: number[]): void {
    this.dash = dash;
  }

  stroke(): void {
    const dash = this.dash.length > 0 ? ` stroke-dasharray="${this.dash.map(rounded).join(' ')}"` : '';
    this.add(
      `fill="none" stroke="${this.strokeStyle}" stroke-width="${rounded(this.lineWidth)}" stroke-linejoin="${this.lineJoin}"${dash}`,
    );
  }

  fill(): void {
    this.add(`fill="${this.fillStyle}"`);
  }

  strokeRect(x: number, y: number, width: number, height: number): void {
    this.beginPath();
    this.rect(x, y, width, height);
    this.stroke();
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.beginPath();
    this.rect(x, y, width, height);
    this.fill();
  }

  fillText(text: string, x: number, y: number): void {
    const size = Number.parseFloat(/([\d.]+)px/.exec(this.font)?.[1] ?? '12');
    const down = { top: 0.8, middle: 0.35 }[this.textBaseline] ?? 0;
    const anchor = { right: 'end', center: 'middle' }[this.textAlign] ?? 'start';
    this.elements.push(
      `<text x="${rounded(x)}" y="${rounded(y + down * size)}" font-size="${rounded(size)}" text-anchor="${anchor}" fill="${this.fillStyle}">${escaped(text)}</text>`,
    );
  }

  createImageData(width: number, height: number): ImageData {
    return new ImageData(width, height);
  }

  putImageData(image: ImageData, x: number, y: number): void {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext('2d')?.putImageData(image, 0, 0);
    this.elements.push(`<image x="${x}" y="${y}" width="${image.width}" height="${image.height}" href="${canvas.toDataURL()}"/>`);
  }

  private add(look: string): void {
    if (this.path.length === 0) return;
    const alpha = this.globalAlpha < 1 ? ` opacity="${this.globalAlpha}"` : '';
    this.elements.push(`<path d="${this.path.join('')}" ${look}${alpha}/>`);
  }
}

function rounded(value: number): string {
  return String(Number(value.toFixed(2)));
}
