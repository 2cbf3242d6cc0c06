// Begins the page.
import { mount } from "svelte";
import App from "./App.svelte";
import "./page.css";
import { settings } from "./game/settings.svelte";

settings.paint();
const target = document.getElementById("app");
if (!target) throw new Error("the shell has no #app");
mount(App, { target });
