/** Made by web/gallery/plugin.ts while the site is built. */
declare module 'virtual:gallery' {
  export const entries: import('./entries').GalleryEntry[];
}
