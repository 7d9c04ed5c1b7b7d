import { defineConfig } from "vitest/config";

/** `npm run test:deep`: full matrices, and what takes minutes. Every file tests/deep/*.test.ts is a part of it. */
export default defineConfig({
  test: {
    include: ["tests/deep/**/*.test.ts"],
    // One after the other: each may use the whole machine.
    fileParallelism: false,
    testTimeout: 30 * 60_000,
    hookTimeout: 30 * 60_000,
  },
});
