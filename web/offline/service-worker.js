/*
 * Lets the site work without a network after the first visit, from any folder of any server.
 *
 * One version of the site is one cache, filled as a whole or not at all; nothing is added to it later. Files with a hash in their name come
 * from the caches, where one name never means two contents; everything else (pages, pictures) from the network, and from the cache of this
 * version if the network fails or does not answer in time. A page that stays open while a new version comes still finds what it has to load
 * in the cache before.
 */
const version = '__VERSION__';
const files = __FILES__;

const patience = 4000; // ms that the network has where a file is kept

const folder = new URL('.', self.location);
const cachesOfSite = `slipstick ${folder.pathname} `; // other sites may live in other folders of the same server
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

/** What an older version has under the same hash is not loaded again. */
async function keep(cache, address) {
  const known = hashed.test(address) ? await caches.match(address) : undefined;
  const response = known ?? (await fetch(address, { cache: hashed.test(address) ? 'default' : 'no-cache' }));
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  // A page that a server moved cannot be answered with as it is.
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

/** A network that does not answer is like none: after a while the kept file serves. */
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
