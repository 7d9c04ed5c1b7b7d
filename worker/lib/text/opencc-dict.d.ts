declare module "opencc-js/dict/*" {
  /** Rows with "|" between them: a sign, a space, and what may stand for it. */
  const table: string;
  export default table;
}
