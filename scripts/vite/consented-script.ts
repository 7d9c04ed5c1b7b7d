import { build, type Plugin } from "vite";

/**
 * Bundles `entry` into one module and serves it at `path`. The name carries no hash: the inline script that asks for
 * it lives in cached pages, which may be older than the last deploy.
 */
export function consentedScript(entry: string, path: string): Plugin {
  return {
    name: "consented-script",
    applyToEnvironment: (environment) => environment.name === "client",
    resolveId(id) {
      return id === path ? entry : undefined;
    },
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: path.slice(1), source: await bundleModule(entry) });
    },
  };
}

async function bundleModule(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: {
      write: false,
      minify: "oxc",
      target: "es2022",
      lib: { entry, formats: ["es"] },
      rolldownOptions: { experimental: { attachDebugInfo: "none" } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !("output" in output)) throw new Error(`${entry} gave no output`);
  return output.output[0].code;
}
