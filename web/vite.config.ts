/// <reference types="vitest/config" />
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.NIAGARA_SERVER ?? "http://127.0.0.1:8000";

/** The browser is spared the words of the terminal, and those of commands, which the server says itself. */
const SAID_THERE = /^(usage|help)-.*\n/gm;
const ELSEWHERE = /^(Doctor|Terminal|Backup|The arena|Environments)/;
const fewerWords: Plugin = {
  name: "fewer-words",
  enforce: "pre",
  load: (id) => {
    const [file = "", query] = id.split("?");
    if (!file.endsWith(".ftl") || query !== "raw") return null;
    const sections = readFileSync(file, "utf8").replaceAll(SAID_THERE, "").split(/^### /m);
    return `export default ${JSON.stringify(sections.filter((section) => !ELSEWHERE.test(section)).join("### "))}`;
  },
};

export default defineConfig(({ command, mode }) => ({
  // The Python server hands the built files out below /static/; the development server plays both parts.
  base: command === "build" ? "/static/" : "/",
  plugins: [fewerWords, svelte()],
  resolve: {
    // One Fluent file holds every word, for Python and for the browser.
    alias: { $words: here("../src/niagara/words") },
    // Vitest has no browser's export condition of its own; without it Svelte would render for a server.
    conditions: mode === "test" ? ["browser"] : undefined,
  },
  build: {
    outDir: here("../src/niagara/server/static"),
    emptyOutDir: true,
    target: "es2022",
  },
  server: {
    port: 5173,
    fs: { allow: [here("."), here("../src/niagara/words")] },
    proxy: { "/api": { target: server, ws: true } },
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.ts"],
  },
}));
