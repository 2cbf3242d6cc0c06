// What this browser remembers from visit to visit; where it may not, or what it holds is damaged, the page goes on without.

/** What was kept under a key, laid over what holds where nothing was. */
export function kept<T extends object>(key: string, otherwise: T): T {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    return typeof found === "object" && !Array.isArray(found) ? { ...otherwise, ...found } : otherwise;
  } catch {
    return otherwise; // site data blocked, or no JSON
  }
}

export function keep(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // blocked or full: it holds for this visit alone
  }
}
