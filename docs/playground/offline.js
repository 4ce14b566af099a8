// The site's service worker, which a playground asks for when it fetches its compiler: what has been fetched once is there
// without a network, too. What changes is asked for anew as long as there is one; what has a hash in its address does not.
const CACHE = "playground";

const hasHash = (url) => /\.gz\?[0-9a-f]{16}$/.test(url);

async function keep(cache, request, response) {
  await cache.put(request, response);
  if (!hasHash(request.url)) return;
  const file = request.url.split("?")[0];
  for (const other of await cache.keys()) {  // those that it replaces
    if (other.url.split("?")[0] === file && other.url !== request.url) await cache.delete(other);
  }
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  if (hasHash(request.url)) {
    const known = await cache.match(request);
    if (known) return known;
  }
  try {
    const response = await fetch(request);
    if (response.ok) await keep(cache, request, response.clone());
    return response;
  } catch (error) {
    const known = await cache.match(request, {ignoreSearch: !hasHash(request.url)});
    if (known) return known;
    throw error;
  }
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && new URL(event.request.url).origin === location.origin) {
    event.respondWith(answer(event.request));
  }
});
/** What was fetched before this was there. */
self.addEventListener("message", (event) => event.waitUntil(Promise.all(event.data
  .filter((url) => new URL(url).origin === location.origin)
  .map((url) => answer(new Request(url)).catch(() => {})))));
