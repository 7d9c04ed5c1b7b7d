/** The Worker as `npm test` builds it: pages exist nowhere else. */
const built = "../../build/test/server/index.js";

export const { default: worker } = (await import(/* @vite-ignore */ built)) as {
  default: Required<ExportedHandler<Env>>;
};
