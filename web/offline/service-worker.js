/*
 * Makes the site work without a network after the first visit, from any folder of any server.
 *
 * Each version of the site has one cache, which is filled completely or not at all; nothing is added to it later. Files with a hash in
 * their name come from the caches, because such a name always means the same content. Everything else (pages, pictures) comes from the
 * network, and from the cache of this version if the network fails or does not answer in time. If a new version arrives while a page is
 * open, the page still finds its files in the previous cache.
 */
const version = '__VERSION__';
const files = __FILES__;

const patience = 4000; // ms that the network has before a cached file is used

const folder = new URL('.', self.location);
const cachesOfSite = `slipstick ${folder.pathname} `; // other sites may use other folders of the same server
const cacheName = cachesOfSite + version;
const hashed = /\/assets\/[^/]+-[\w-]{8}\.\w+$/;

self.addEventListener('install', (event) => event.waitUntil(fill()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== folder.origin || !url.pathname.startsWith(folder.pathname)) return;
  event.respondWith(hashed.test(url.pathname) ? cacheFirst(request) : networkFirst(request));
});

async function fill() {
  const cache = await caches.open(cacheName);
  try {
    for (const file of files) await keep(cache, new URL(file, folder).href);
  } catch (error) {
    await caches.delete(cacheName);
    throw error;
  }
  await self.skipWaiting();
}

/** A hashed file that the cache of an older version contains is not loaded again. */
async function keep(cache, address) {
  const known = hashed.test(address) ? await caches.match(address) : undefined;
  const response = known ?? (await fetch(address, { cache: hashed.test(address) ? 'default' : 'no-cache' }));
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  // A navigation request rejects a redirected response, so the response is rebuilt.
  await cache.put(address, response.redirected ? new Response(response.body, { headers: response.headers }) : response);
}

async function takeOver() {
  const others = (await caches.keys()).filter((name) => name.startsWith(cachesOfSite) && name !== cacheName);
  for (const name of others.slice(0, -1)) await caches.delete(name);
  await self.clients.claim();
}

async function cacheFirst(request) {
  return (await caches.match(request.url)) ?? fetch(request);
}

/** A network that does not answer counts as a failed one: after a while the cached file is used. */
async function networkFirst(request) {
  const network = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, patience)).then(() => kept(request.url));
  try {
    return (await Promise.race([network, late])) ?? (await network);
  } catch (error) {
    const response = await kept(request.url);
    if (response) return response;
    throw error;
  }
}

async function kept(address) {
  const url = new URL(address);
  if (url.pathname.endsWith('/')) url.pathname += 'index.html';
  return (await caches.open(cacheName)).match(url.origin + url.pathname);
}
