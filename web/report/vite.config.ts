/// <reference types="vitest/config" />
import { defineConfig } from "vite";

// One script and one style sheet, under fixed names: the program puts both into the page it writes.
export default defineConfig({
  build: {
    outDir: "bundle",
    emptyOutDir: true,
    cssCodeSplit: false,
    modulePreload: false,
    lib: { entry: "src/main.tsx", formats: ["iife"], name: "argesReport", fileName: () => "report.js", cssFileName: "report" },
  },
  test: { css: true }, // whose colours are measured
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
});
