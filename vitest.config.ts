import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [
          cloudflareTest(async () => ({
            main: "./worker/api/index.ts",
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: {
                AUTH_SECRET: "test-secret-of-at-least-32-characters",
                TEST_MIGRATIONS: await readD1Migrations("./migrations"),
              },
            },
          })),
        ],
        test: {
          name: "workerd",
          include: ["tests/worker/**/*.test.{ts,tsx}", "tests/ui/**/*.test.{ts,tsx}"],
          setupFiles: ["./tests/worker/setup.ts"],
          // Room for a slow machine: the properties run thousands of inputs.
          testTimeout: 60_000,
        },
      },
      {
        test: { name: "node", include: ["tests/*.test.ts"] },
      },
    ],
  },
});
