// Shows nudges while no page is open, and leads to the table on a tap. The server has put them into words.
self.addEventListener("push", (event) => {
  const { table, text, link } = event.data.json();
  event.waitUntil(self.registration.showNotification(table, { body: text, tag: link, renotify: true, data: link }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data, self.location.origin).href));
});

async function open(address) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => page.url.split("#")[0] === address);
  await (there ? there.focus() : self.clients.openWindow(address));
}
