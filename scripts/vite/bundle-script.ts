import { build } from "vite";

interface BundleOptions {
  /** "iife" for a classic script, "es" for a module. */
  format: "iife" | "es";
  target: "es2020" | "es2022";
}

/** Bundles and minifies `entry` with everything it imports. Returns the script's text. */
export async function bundleScript(entry: string, { format, target }: BundleOptions): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: {
      write: false,
      minify: "oxc",
      target,
      lib: { entry, formats: [format], name: "inline" },
      rolldownOptions: {
        experimental: { attachDebugInfo: "none" },
        optimization: { inlineConst: true },
        output: { minify: true, comments: false },
      },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !("output" in output)) throw new Error(`${entry} gave no output`);
  return output.output[0].code.trim();
}
