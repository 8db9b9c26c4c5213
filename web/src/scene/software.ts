let known: boolean | null = null;

/** Whether pictures are rendered without a graphics card: then every pixel is expensive, and antialiasing most of all. */
export function isSoftware(): boolean {
  known ??= /swiftshader|llvmpipe|software|basic render/i.test(rendererName());
  return known;
}

function rendererName(): string {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [1, 1];
  const context = canvas.getContext('webgl2');
  if (!context) return '';
  const debug = context.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = context.getParameter(debug?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER);
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return String(name);
}
