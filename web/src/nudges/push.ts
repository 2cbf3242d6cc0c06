// This browser as a receiver of nudges. Asks for permission only when it is told to.
import type { Target } from "./calls";

const SCRIPT = `${import.meta.env.BASE_URL}worker.js`;

/** Whether pages of this browser can be nudged at all; an iPhone's only from the home screen, others' only over https. */
export const able = (): boolean => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
export const denied = (): boolean => able() && Notification.permission === "denied";

async function known(): Promise<PushSubscription | null> {
  if (!able()) return null;
  const worker = await navigator.serviceWorker.getRegistration(SCRIPT);
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** By which the server's list of ways tells this browser; empty where it takes no nudges. */
export async function mark(): Promise<string> {
  const subscription = await known();
  if (!subscription) return "";
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, 16);
}

/** Null where the person does not permit it. Rejects where the browser's push service cannot be reached. */
export async function subscribe(key: string): Promise<Target | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await (await known())?.unsubscribe(); // one of another server's key would be in the way
  const worker = await atWork(await navigator.serviceWorker.register(SCRIPT));
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  return { kind: "push", endpoint: endpoint ?? "", keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } };
}

export const unsubscribe = async (): Promise<void> => void (await (await known())?.unsubscribe());

/** A worker that has just been installed needs a moment before it can subscribe. */
function atWork(worker: ServiceWorkerRegistration): Promise<ServiceWorkerRegistration> {
  const coming = worker.installing ?? worker.waiting;
  if (worker.active || !coming) return Promise.resolve(worker);
  return new Promise((done) => {
    coming.addEventListener("statechange", () => coming.state === "activated" && done(worker));
  });
}
